/** From this age the adult bands of blood pressure and BMI apply (D-31). */
export const ADULT_AGE = 18;
/** From this age the NEWS2 steps of temperature and heart rate apply (Royal College of Physicians, NEWS2; D-32, D-34). */
export const NEWS2_AGE = 16;
