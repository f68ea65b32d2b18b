/**
 * Synonyms for search: lay terms, terms of doctors and laboratories, abbreviations, both languages, and ICD codes that
 * stand for a whole disease. A word may be in several groups. They only widen results; nothing is named or judged by
 * them.
 */
export const SYNONYMS: readonly (readonly string[])[] = [
  // diseases
  ['đái tháo đường', 'tiểu đường', 'diabetes', 'E11'],
  ['tăng huyết áp', 'cao huyết áp', 'huyết áp cao', 'hypertension', 'high blood pressure', 'I10'],
  ['rối loạn lipid máu', 'mỡ máu cao', 'high cholesterol', 'dyslipidemia', 'E78'],
  ['hen', 'hen suyễn', 'hen phế quản', 'asthma', 'J45'],
  ['phổi tắc nghẽn mạn tính', 'COPD', 'J44'],
  ['đột quỵ', 'tai biến', 'tai biến mạch máu não', 'stroke', 'I63', 'I64'],
  ['nhồi máu cơ tim', 'heart attack', 'myocardial infarction', 'I21'],
  ['gút', 'gout', 'thống phong', 'M10'],
  ['viêm gan B', 'hepatitis B', 'HBV', 'HBsAg', 'B18'],
  ['ung thư', 'cancer', 'u ác'],
  // vital signs
  ['huyết áp', 'blood pressure', 'HA'],
  ['nhịp tim', 'mạch', 'heart rate', 'pulse'],
  ['nhịp thở', 'breathing rate', 'respiratory rate'],
  ['nhiệt độ', 'thân nhiệt', 'sốt', 'temperature', 'fever'],
  ['SpO2', 'oxy máu', 'nồng độ oxy', 'oxygen level', 'oxygen saturation'],
  ['cân nặng', 'weight'],
  ['chiều cao', 'height'],
  ['BMI', 'chỉ số khối cơ thể', 'body mass index'],
  ['đường huyết', 'đường máu', 'glucose', 'blood sugar', 'blood glucose'],
  ['ketone', 'xeton', 'ceton', 'ketones'],
  ['axit uric', 'acid uric', 'uric acid'],
  ['cholesterol', 'mỡ máu', 'lipid'],
  ['điện tim', 'điện tâm đồ', 'ECG', 'EKG'],
  // results
  ['huyết sắc tố', 'hemoglobin', 'haemoglobin', 'HGB', 'Hb'],
  ['HbA1c', 'A1C', 'đường huyết trung bình'],
  ['hồng cầu', 'RBC', 'red blood cells'],
  ['bạch cầu', 'WBC', 'white blood cells'],
  ['tiểu cầu', 'PLT', 'platelets'],
  ['công thức máu', 'tổng phân tích tế bào máu', 'huyết đồ', 'blood count', 'CBC'],
  ['men gan', 'liver enzymes', 'AST', 'ALT', 'SGOT', 'SGPT', 'GOT', 'GPT'],
  ['creatinin', 'creatinine', 'chức năng thận'],
  ['siêu âm', 'ultrasound'],
  ['X-quang', 'xquang', 'X-ray'],
  ['cắt lớp', 'cắt lớp vi tính', 'CT'],
  ['cộng hưởng từ', 'MRI'],
  ['nội soi', 'endoscopy'],
  ['xét nghiệm', 'lab', 'laboratory'],
  ['kết quả', 'results', 'result'],
  // medicines and vaccines
  ['thuốc', 'medicine', 'medicines', 'medication'],
  ['đơn thuốc', 'toa thuốc', 'prescription'],
  ['dị ứng', 'allergy', 'allergies'],
  ['tiêm chủng', 'tiêm phòng', 'chích ngừa', 'mũi tiêm', 'vắc xin', 'vaccine', 'vaccination', 'immunization'],
  // the record and the app
  ['bảo hiểm', 'bảo hiểm y tế', 'BHYT', 'insurance', 'health insurance'],
  ['gia đình', 'con tôi', 'mẹ tôi', 'bố tôi', 'người thân', 'family', 'my child'],
  ['tóm tắt', 'in hồ sơ', 'summary', 'print the record'],
  ['lần khám', 'lịch sử điều trị', 'khám bệnh', 'visit', 'visits', 'encounter'],
  ['lịch hẹn', 'đặt khám', 'đặt lịch', 'appointment', 'appointments'],
  ['giấy tờ', 'tài liệu', 'documents', 'papers'],
  ['dòng thời gian', 'timeline'],
  ['quyền riêng tư', 'quyền xem hồ sơ', 'privacy'],
  ['thiết bị', 'máy đo', 'devices'],
  ['cài đặt', 'settings'],
];
