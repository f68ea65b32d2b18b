import { localized, type Localized } from '@phr/i18n/localized';
import NAMES from './plain-words/generated/names.json' with { type: 'json' };

/** Everyday names of results by their codes. */
const RESULTS: ReadonlyMap<string, Localized> = new Map(
  NAMES.flatMap(([codes = '', vi = '', en = '']) => codes.split(' ').map((code) => [code, localized(vi, en)] as const)),
);

/** Words of LOINC codes that people meet in a record, apart from the vital signs and from the results that have plain words. Names are our own. */
const OTHERS: Readonly<Record<string, Localized>> = {
  // parts of vital signs
  '8480-6': localized('Huyết áp tâm thu', 'Systolic blood pressure'),
  '8462-4': localized('Huyết áp tâm trương', 'Diastolic blood pressure'),
  '3141-9': localized('Cân nặng', 'Body weight'),
  '59576-9': localized('Bách phân vị BMI theo tuổi', 'BMI percentile for age'),
  '8289-1': localized('Bách phân vị vòng đầu', 'Head circumference percentile'),
  '9843-4': localized('Vòng đầu', 'Head circumference'),
  '77606-2': localized('Bách phân vị cân nặng theo chiều cao', 'Weight-for-length percentile'),
  '85353-1': localized('Các dấu hiệu sinh tồn', 'Vital signs panel'),
  '72514-3': localized('Mức độ đau (0-10)', 'Pain severity (0-10)'),
  '9268-4': localized('Đáp ứng vận động', 'Motor response'),
  '9270-0': localized('Đáp ứng lời nói', 'Verbal response'),
  '9267-6': localized('Đáp ứng mở mắt', 'Eye opening'),
  '9269-2': localized('Điểm hôn mê Glasgow', 'Glasgow coma score'),
  // blood chemistry
  // blood count
  '945-6': localized('Kháng thể C', 'C antibody'),
  '1018-1': localized('Kháng thể E', 'E antibody'),
  '1156-9': localized('Kháng thể c', 'Little c antibody'),
  // urine, stool, microbes
  '42803-7': localized('Vi khuẩn phân lập được', 'Bacteria identified'),
  // lungs, growths, habits
  '19926-5': localized('FEV1/FVC', 'FEV1/FVC'),
  '33756-8': localized('Kích thước lớn nhất của polyp', 'Largest size of the polyp'),
  '72166-2': localized('Tình trạng hút thuốc', 'Smoking status'),
  '11331-6': localized('Uống rượu bia', 'Alcohol use'),
  // panels, documents and their sections
  '51990-0': localized('Sinh hóa máu cơ bản', 'Basic metabolic panel'),
  '24323-8': localized('Sinh hóa máu toàn diện', 'Comprehensive metabolic panel'),
  '59284-0': localized('Đồng ý chia sẻ hồ sơ', 'Consent to share the record'),
  '60591-5': localized('Tóm tắt hồ sơ bệnh nhân', 'Patient summary'),
  '11450-4': localized('Danh sách bệnh', 'Problem list'),
  '48765-2': localized('Dị ứng và phản ứng bất lợi', 'Allergies and adverse reactions'),
  '10160-0': localized('Thuốc sử dụng', 'Medications'),
  '75326-9': localized('Bệnh', 'Problem'),
  '51855-5': localized('Ghi chú của bệnh nhân', 'Patient note'),
  '11348-0': localized('Tiền sử bệnh', 'Past illnesses'),
  '18776-5': localized('Kế hoạch chăm sóc', 'Plan of care'),
  '30954-2': localized('Kết quả xét nghiệm', 'Test results'),
  '11369-6': localized('Tiêm chủng', 'Immunizations'),
  '82593-5': localized('Tóm tắt tiêm chủng', 'Immunization summary'),
  '34133-9': localized('Tóm tắt đợt khám', 'Summary of episode'),
  '18842-5': localized('Giấy ra viện', 'Discharge summary'),
  'LA6566-9': localized('Đáp ứng đúng khi kích thích đau', 'Localizes pain'),
  'LA6560-2': localized('Lú lẫn', 'Confused'),
  'LA6556-0': localized('Mở mắt tự nhiên', 'Opens eyes spontaneously'),
  'LA6751-7': localized('Vừa', 'Moderate'),
  'LA6752-5': localized('Nhẹ', 'Mild'),
  'LA6750-9': localized('Nặng', 'Severe'),
};

/** What a LOINC code is called; undefined for one that we have no words for. */
export function loincWords(code: string): Localized | undefined {
  return RESULTS.get(code) ?? (Object.hasOwn(OTHERS, code) ? OTHERS[code] : undefined);
}
