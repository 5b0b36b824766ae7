/**
 * Standard normal distribution function: absolute error about 1e-15, relative error in
 * the far tail about 1e-8.
 *
 * Source: J. F. Hart et al., "Computer Approximations", 1968, algorithm 5666, with
 * the tail of G. West, "Better approximations to cumulative normal functions", 2005.
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const upper =
    size < 7.071_067_811_865_47
      ? (density * horner(NUMERATOR, size)) / horner(DENOMINATOR, size)
      : tail(size, density);
  return x > 0 ? 1 - upper : upper;
}

const NUMERATOR = [
  3.526_249_659_989_11e-2, 0.700_383_064_443_688, 6.373_962_203_531_65, 33.912_866_078_383,
  112.079_291_497_871, 221.213_596_169_931, 220.206_867_912_376,
];

const DENOMINATOR = [
  8.838_834_764_831_84e-2, 1.755_667_163_182_64, 16.064_177_579_207, 86.780_732_202_946_1,
  296.564_248_779_674, 637.333_633_378_831, 793.826_512_519_948, 440.413_735_824_752,
];

function horner(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

/** Continued fraction for the far tail. */
function tail(size: number, density: number): number {
  const fraction = size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))));
  return density / fraction / 2.506_628_274_631;
}
