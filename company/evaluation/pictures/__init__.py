"""How pictures look to networks: what they are as vectors, and pages that bound every score of them."""
