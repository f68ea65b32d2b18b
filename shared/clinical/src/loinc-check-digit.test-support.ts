/** Check digit of a LOINC code given without it, by Mod 10 (Luhn): every second digit from the right is doubled. */
export function checkDigitOf(number: string): number {
  const sum = [...number]
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, digit) => total + Math.floor(digit / 10) + (digit % 10), 0);
  return (10 - (sum % 10)) % 10;
}
