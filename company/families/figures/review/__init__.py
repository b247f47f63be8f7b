"""What people are asked about figures."""
