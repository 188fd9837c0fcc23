"""What an editor is told of a debate while it is written."""
