"""Questions of known forms, and the chains of steps that answer them."""
