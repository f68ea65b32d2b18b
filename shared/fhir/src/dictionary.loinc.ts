import type { Words } from './locale.ts';

const w = (vi: string, en: string): Words => ({ vi, en });

/** Words of LOINC codes that people meet in a record, apart from the vital signs. Names are our own; codes as in LOINC. */
export const LOINC_WORDS: Readonly<Record<string, Words>> = {
  // parts of vital signs
  '8480-6': w('Huyết áp tâm thu', 'Systolic blood pressure'),
  '8462-4': w('Huyết áp tâm trương', 'Diastolic blood pressure'),
  '3141-9': w('Cân nặng', 'Body weight'),
  '59576-9': w('Bách phân vị BMI theo tuổi', 'BMI percentile for age'), '8289-1': w('Bách phân vị vòng đầu', 'Head circumference percentile'), '9843-4': w('Vòng đầu', 'Head circumference'),
  '77606-2': w('Bách phân vị cân nặng theo chiều cao', 'Weight-for-length percentile'), '85353-1': w('Các dấu hiệu sinh tồn', 'Vital signs panel'), '72514-3': w('Mức độ đau (0-10)', 'Pain severity (0-10)'),
  '9268-4': w('Đáp ứng vận động', 'Motor response'), '9270-0': w('Đáp ứng lời nói', 'Verbal response'), '9267-6': w('Đáp ứng mở mắt', 'Eye opening'), '9269-2': w('Điểm hôn mê Glasgow', 'Glasgow coma score'),
  '8633-0': w('Thời gian QRS', 'QRS duration'), '8634-8': w('Khoảng QT', 'QT interval'), '8636-3': w('Khoảng QTc', 'QTc interval'), '24701-5': w('Mật độ xương đùi', 'Femur bone density'),
  // blood chemistry
  '2345-7': w('Đường huyết', 'Glucose'), '4548-4': w('HbA1c', 'Hemoglobin A1c'), '17856-6': w('HbA1c', 'Hemoglobin A1c'),
  '6299-2': w('Urê máu', 'Urea nitrogen'), '3094-0': w('Urê máu', 'Urea nitrogen'), '38483-4': w('Creatinin', 'Creatinine'), '2160-0': w('Creatinin', 'Creatinine'), '33914-3': w('Mức lọc cầu thận ước tính', 'Estimated glomerular filtration rate'),
  '49765-1': w('Canxi', 'Calcium'), '17861-6': w('Canxi', 'Calcium'), '2947-0': w('Natri', 'Sodium'), '2951-2': w('Natri', 'Sodium'), '6298-4': w('Kali', 'Potassium'), '2823-3': w('Kali', 'Potassium'),
  '2069-3': w('Clorua', 'Chloride'), '2075-0': w('Clorua', 'Chloride'), '20565-8': w('CO2', 'Carbon dioxide'), '2028-9': w('CO2', 'Carbon dioxide'),
  '2571-8': w('Triglycerid', 'Triglycerides'), '18262-6': w('Cholesterol LDL', 'LDL cholesterol'),
  '13457-7': w('Cholesterol LDL', 'LDL cholesterol'), '2085-9': w('Cholesterol HDL', 'HDL cholesterol'), '14646-4': w('Cholesterol HDL', 'HDL cholesterol'),
  '2885-2': w('Protein toàn phần', 'Total protein'), '1751-7': w('Albumin', 'Albumin'), '10834-0': w('Globulin', 'Globulin'), '1975-2': w('Bilirubin toàn phần', 'Total bilirubin'),
  '6768-6': w('Phosphatase kiềm (ALP)', 'Alkaline phosphatase (ALP)'), '1742-6': w('ALT (GPT)', 'ALT'), '1920-8': w('AST (GOT)', 'AST'), '2857-1': w('PSA', 'PSA'), '14959-1': w('Albumin/creatinin niệu', 'Urine albumin/creatinine'),
  // blood count
  '58410-2': w('Công thức máu', 'Complete blood count'), '6690-2': w('Bạch cầu', 'White blood cells'), '789-8': w('Hồng cầu', 'Red blood cells'), '718-7': w('Hemoglobin', 'Hemoglobin'), '4544-3': w('Hematocrit', 'Hematocrit'),
  '787-2': w('Thể tích trung bình hồng cầu (MCV)', 'MCV'), '785-6': w('Lượng Hb trung bình hồng cầu (MCH)', 'MCH'), '786-4': w('Nồng độ Hb trung bình hồng cầu (MCHC)', 'MCHC'), '777-3': w('Tiểu cầu', 'Platelets'),
  '21000-5': w('Độ phân bố hồng cầu (RDW)', 'Red cell distribution width (RDW)'), '788-0': w('Độ phân bố hồng cầu (RDW)', 'Red cell distribution width (RDW)'), '32207-3': w('Độ phân bố tiểu cầu (PDW)', 'Platelet distribution width (PDW)'),
  '32623-1': w('Thể tích trung bình tiểu cầu (MPV)', 'Mean platelet volume (MPV)'), '882-1': w('Nhóm máu ABO và Rh', 'ABO and Rh blood group'), '945-6': w('Kháng thể C', 'C antibody'), '1018-1': w('Kháng thể E', 'E antibody'), '1156-9': w('Kháng thể c', 'Little c antibody'),
  // urine, stool, microbes
  '24357-6': w('Tổng phân tích nước tiểu', 'Urine dipstick panel'), '5792-7': w('Glucose niệu', 'Urine glucose'), '5804-0': w('Protein niệu', 'Urine protein'), '5794-3': w('Hồng cầu niệu', 'Urine blood'),
  '5799-2': w('Bạch cầu niệu', 'Urine leukocyte esterase'), '5802-4': w('Nitrit niệu', 'Urine nitrite'), '57905-2': w('Máu ẩn trong phân', 'Occult blood in stool'), '42803-7': w('Vi khuẩn phân lập được', 'Bacteria identified'),
  '94558-4': w('Xét nghiệm nhanh kháng nguyên COVID-19', 'COVID rapid antigen test'), '94500-6': w('Xét nghiệm RT-PCR COVID-19', 'COVID RT-PCR'),
  // lungs, growths, habits
  '19926-5': w('FEV1/FVC', 'FEV1/FVC'), '33756-8': w('Kích thước lớn nhất của polyp', 'Largest size of the polyp'), '72166-2': w('Tình trạng hút thuốc', 'Smoking status'), '11331-6': w('Uống rượu bia', 'Alcohol use'),
  // panels, documents and their sections
  '51990-0': w('Sinh hóa máu cơ bản', 'Basic metabolic panel'), '24323-8': w('Sinh hóa máu toàn diện', 'Comprehensive metabolic panel'), '57698-3': w('Mỡ máu', 'Lipid panel'),
  '59284-0': w('Đồng ý chia sẻ hồ sơ', 'Consent to share the record'), '60591-5': w('Tóm tắt hồ sơ bệnh nhân', 'Patient summary'), '11450-4': w('Danh sách bệnh', 'Problem list'), '48765-2': w('Dị ứng và phản ứng bất lợi', 'Allergies and adverse reactions'), '10160-0': w('Thuốc sử dụng', 'Medications'),
  '75326-9': w('Bệnh', 'Problem'), '51855-5': w('Ghi chú của bệnh nhân', 'Patient note'), '11348-0': w('Tiền sử bệnh', 'Past illnesses'), '18776-5': w('Kế hoạch chăm sóc', 'Plan of care'), '30954-2': w('Kết quả xét nghiệm', 'Test results'),
  '11369-6': w('Tiêm chủng', 'Immunizations'), '82593-5': w('Tóm tắt tiêm chủng', 'Immunization summary'), '34133-9': w('Tóm tắt đợt khám', 'Summary of episode'), '18842-5': w('Giấy ra viện', 'Discharge summary'),
  'LA6566-9': w('Đáp ứng đúng khi kích thích đau', 'Localizes pain'), 'LA6560-2': w('Lú lẫn', 'Confused'), 'LA6556-0': w('Mở mắt tự nhiên', 'Opens eyes spontaneously'), 'LA6751-7': w('Vừa', 'Moderate'), 'LA6752-5': w('Nhẹ', 'Mild'), 'LA6750-9': w('Nặng', 'Severe'),
};
