import { localized, type Localized } from '@phr/i18n/localized';
import NAMES from './plain-words/generated/names.json' with { type: 'json' };

/** Everyday names of results by their codes. */
const RESULTS: ReadonlyMap<string, Localized> = new Map(
  NAMES.flatMap(([codes = '', vi = '', en = '']) => codes.split(' ').map((code) => [code, localized(vi, en)] as const)),
);

/** Words of LOINC codes common in records, except vital signs and results with plain words. The names are our own. */
const OTHERS: Readonly<Record<string, Localized>> = {
  // more specific than the vital sign they are read as
  '8459-0': localized('Huyết áp tâm thu khi ngồi', 'Systolic blood pressure, sitting'),
  '8460-8': localized('Huyết áp tâm thu khi đứng', 'Systolic blood pressure, standing'),
  '8461-6': localized('Huyết áp tâm thu khi nằm', 'Systolic blood pressure, lying'),
  '96608-5': localized('Huyết áp tâm thu trung bình', 'Mean systolic blood pressure'),
  '8453-3': localized('Huyết áp tâm trương khi ngồi', 'Diastolic blood pressure, sitting'),
  '8454-1': localized('Huyết áp tâm trương khi đứng', 'Diastolic blood pressure, standing'),
  '8455-8': localized('Huyết áp tâm trương khi nằm', 'Diastolic blood pressure, lying'),
  '96609-3': localized('Huyết áp tâm trương trung bình', 'Mean diastolic blood pressure'),
  '96607-7': localized('Huyết áp trung bình nhiều lần đo', 'Mean blood pressure of several readings'),
  '8889-8': localized('Nhịp tim đo bằng máy SpO2', 'Heart rate by oximeter'),
  '8893-0': localized('Nhịp tim đếm ở mạch', 'Heart rate by the pulse'),
  '40443-4': localized('Nhịp tim khi nghỉ', 'Resting heart rate'),
  '76282-3': localized('Nhịp tim từ điện tim', 'Heart rate by ECG'),
  '8331-1': localized('Nhiệt độ đo ở miệng', 'Oral temperature'),
  '8328-7': localized('Nhiệt độ đo ở nách', 'Axillary temperature'),
  '8329-5': localized('Nhiệt độ trong lõi cơ thể', 'Core temperature'),
  '8332-9': localized('Nhiệt độ đo ở hậu môn', 'Rectal temperature'),
  '8333-7': localized('Nhiệt độ đo ở tai', 'Ear temperature'),
  '3142-7': localized('Cân nặng tự khai', 'Weight as told'),
  '8335-2': localized('Cân nặng ước tính', 'Estimated weight'),
  '3138-5': localized('Chiều cao tự khai', 'Height as told'),
  '8306-3': localized('Chiều dài khi nằm', 'Length lying'),
  '99504-3': localized('Đường huyết dưới da', 'Glucose under the skin'),
  '3150-6': localized('Nồng độ oxy thở vào', 'Inhaled oxygen concentration'),
  '3151-8': localized('Lưu lượng oxy thở vào', 'Inhaled oxygen flow rate'),
  '8480-6': localized('Huyết áp tâm thu', 'Systolic blood pressure'),
  '8462-4': localized('Huyết áp tâm trương', 'Diastolic blood pressure'),
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
  '59284-0': localized('Chia sẻ hồ sơ', 'Sharing the record'),
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
  // questions of the product's own forms, and their answers
  '68518-0': localized('Tần suất uống', 'Frequency'),
  '74013-4': localized('Số ly mỗi ngày', 'Drinks per day'),
  '68520-6': localized('Tần suất uống quá mức', 'Binge frequency'),
  '11367-0': localized('Thuốc lá', 'Tobacco'),
  'LA6270-8': localized('Không bao giờ', 'Never'),
  'LA18926-8': localized('Mỗi tháng một lần hoặc ít hơn', 'Monthly or less'),
  'LA18927-6': localized('2–4 lần mỗi tháng', '2 to 4 times a month'),
  'LA18928-4': localized('2–3 lần mỗi tuần', '2 to 3 times a week'),
  'LA18929-2': localized('Từ 4 lần mỗi tuần', '4 or more times a week'),
  'LA18933-4': localized('Ít hơn mỗi tháng một lần', 'Less than monthly'),
  'LA18876-5': localized('Mỗi tháng', 'Monthly'),
  'LA18891-4': localized('Mỗi tuần', 'Weekly'),
  'LA18934-2': localized('Hằng ngày hoặc gần như hằng ngày', 'Daily or almost daily'),
  // common laboratory results
  '8310-5': localized('Nhiệt độ', 'Temperature'),
  '8339-4': localized('Cân nặng lúc sinh', 'Birth weight'),
};

/** Name of a LOINC code; undefined if we have none. */
export function loincWords(code: string): Localized | undefined {
  return RESULTS.get(code) ?? (Object.hasOwn(OTHERS, code) ? OTHERS[code] : undefined);
}
