"""What differs between two versions of a debate, and the version that this asks for."""
