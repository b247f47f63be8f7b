"""What people are asked about drawings and questions."""
