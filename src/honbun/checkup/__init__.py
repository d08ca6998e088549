"""What of honbun works on this machine, tried and not guessed; `honbun doctor` tells it."""
