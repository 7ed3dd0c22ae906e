"""Evidence of a disputed pass: kept from the moment somebody freezes it, handed over as one archive (R88)."""
