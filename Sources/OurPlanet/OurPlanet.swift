/// OurPlanet
