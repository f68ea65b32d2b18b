import { storeKeyOf, type StoreKey } from '@phr/clinical/codings';
import type { Localized } from './locale.ts';

const w = (vi: string, en: string): Localized => ({ vi, en });

/** What each vital sign is called, whatever code names it. */
const VITAL_WORDS: Readonly<Record<StoreKey, Localized>> = {
  bloodPressures: w('Huyết áp', 'Blood pressure'),
  heartRates: w('Nhịp tim', 'Heart rate'),
  respiratoryRates: w('Nhịp thở', 'Respiratory rate'),
  temperatures: w('Nhiệt độ cơ thể', 'Body temperature'),
  spo2s: w('Độ bão hòa oxy (SpO2)', 'Oxygen saturation (SpO2)'),
  weights: w('Cân nặng', 'Body weight'),
  heights: w('Chiều cao', 'Body height'),
  bmis: w('Chỉ số khối cơ thể (BMI)', 'Body mass index (BMI)'),
  glucoses: w('Đường huyết', 'Blood glucose'),
  ketones: w('Ketone', 'Ketone'),
  uricAcids: w('Acid uric', 'Uric acid'),
  cholesterols: w('Cholesterol toàn phần', 'Total cholesterol'),
  ecgs: w('Điện tim (ECG)', 'ECG'),
};

/** Words of the vital sign behind a code of table T1. */
export function vitalWords(code: string): Localized | undefined {
  const key = storeKeyOf(code);
  return key === undefined ? undefined : VITAL_WORDS[key];
}
