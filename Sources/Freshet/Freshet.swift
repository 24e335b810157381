/// Freshet
