import { localized, type Localized } from '@phr/i18n/localized';

/** Imaging modalities by DICOM code (PS3.16 CID 29). */
export const MODALITY_WORDS: Readonly<Record<string, Localized>> = {
  CT: localized('Chụp cắt lớp (CT)', 'CT scan'),
  MR: localized('Cộng hưởng từ (MRI)', 'MRI'),
  CR: localized('X-quang', 'X-ray'),
  DX: localized('X-quang', 'X-ray'),
  US: localized('Siêu âm', 'Ultrasound'),
  MG: localized('Chụp nhũ ảnh', 'Mammography'),
  NM: localized('Y học hạt nhân', 'Nuclear medicine'),
  PT: localized('Chụp PET', 'PET scan'),
  XA: localized('Chụp mạch', 'Angiography'),
  ES: localized('Nội soi', 'Endoscopy'),
  ECG: localized('Điện tim', 'ECG'),
  OT: localized('Hình ảnh khác', 'Other images'),
};
