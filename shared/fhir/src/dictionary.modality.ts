import type { Localized } from './locale.ts';

const w = (vi: string, en: string): Localized => ({ vi, en });

/** Ways to make a picture, by their codes in DICOM (PS3.16 CID 29). */
export const MODALITY_WORDS: Readonly<Record<string, Localized>> = {
  CT: w('Chụp cắt lớp (CT)', 'CT scan'),
  MR: w('Cộng hưởng từ (MRI)', 'MRI'),
  CR: w('X-quang', 'X-ray'),
  DX: w('X-quang', 'X-ray'),
  US: w('Siêu âm', 'Ultrasound'),
  MG: w('Chụp nhũ ảnh', 'Mammography'),
  NM: w('Y học hạt nhân', 'Nuclear medicine'),
  PT: w('Chụp PET', 'PET scan'),
  XA: w('Chụp mạch', 'Angiography'),
  ES: w('Nội soi', 'Endoscopy'),
  ECG: w('Điện tim', 'ECG'),
  OT: w('Hình ảnh khác', 'Other images'),
};
