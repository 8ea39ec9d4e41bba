"""Statistics over the facts: each is an Ibis expression with a versioned definition."""
