"""What is said in other languages: catalogues, and the texts of rulesrun itself."""
