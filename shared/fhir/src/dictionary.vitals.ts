import { localized, type Localized } from '@phr/i18n/localized';
import { storeKeyOf, type StoreKey } from '@phr/clinical/codings';

/** What each vital sign is called, whatever code names it. */
const VITAL_WORDS: Readonly<Record<StoreKey, Localized>> = {
  bloodPressures: localized('Huyết áp', 'Blood pressure'),
  heartRates: localized('Nhịp tim', 'Heart rate'),
  respiratoryRates: localized('Nhịp thở', 'Respiratory rate'),
  temperatures: localized('Nhiệt độ cơ thể', 'Body temperature'),
  spo2s: localized('Độ bão hòa oxy (SpO2)', 'Oxygen saturation (SpO2)'),
  weights: localized('Cân nặng', 'Body weight'),
  heights: localized('Chiều cao', 'Body height'),
  bmis: localized('Chỉ số khối cơ thể (BMI)', 'Body mass index (BMI)'),
  glucoses: localized('Đường huyết', 'Blood glucose'),
  ketones: localized('Ketone', 'Ketone'),
  uricAcids: localized('Acid uric', 'Uric acid'),
  cholesterols: localized('Cholesterol toàn phần', 'Total cholesterol'),
  ecgs: localized('Điện tim (ECG)', 'ECG'),
};

/** Words of the vital sign behind a code of table T1. */
export function vitalWords(code: string): Localized | undefined {
  const key = storeKeyOf(code);
  return key === undefined ? undefined : VITAL_WORDS[key];
}
