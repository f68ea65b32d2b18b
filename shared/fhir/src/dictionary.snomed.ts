import type { Words } from './locale.ts';

const w = (vi: string, en: string): Words => ({ vi, en });

/** Words of SNOMED CT concepts that people meet in a record, apart from the vital signs. Names are our own. */
export const SNOMED_WORDS: Readonly<Record<string, Words>> = {
  // parts and places of vital signs
  '271649006': w('Huyết áp tâm thu', 'Systolic blood pressure'), '271650006': w('Huyết áp tâm trương', 'Diastolic blood pressure'),
  '248241002': w('Điểm hôn mê Glasgow', 'Glasgow coma score'), '368209003': w('Tay phải', 'Right arm'), '368208006': w('Tay trái', 'Left arm'), '72098002': w('Cánh tay trái', 'Left upper arm'),
  // answers
  '10828004': w('Dương tính', 'Positive'), '260385009': w('Âm tính', 'Negative'), '52101004': w('Có', 'Present'), '2667000': w('Không có', 'Absent'), '8517006': w('Đã bỏ thuốc lá', 'Former smoker'), '266919005': w('Không hút thuốc', 'Never smoked'),
  '77176002': w('Đang hút thuốc', 'Smoker'), '449868002': w('Hút thuốc hằng ngày', 'Smokes every day'), '278149003': w('Nhóm máu A Rh(D) dương', 'Blood group A Rh(D) positive'), '115329001': w('Tụ cầu vàng kháng methicillin (MRSA)', 'Methicillin-resistant Staphylococcus aureus'),
  '255604002': w('Nhẹ', 'Mild'), '6736007': w('Vừa', 'Moderate'), '24484000': w('Nặng', 'Severe'), '26643006': w('Đường uống', 'By mouth'), '1620681000168106': w('Người bệnh từ chối', 'Patient objection'),
  // nothing known, nothing there
  '716186003': w('Không có dị ứng nào được biết', 'No known allergies'), '429625007': w('Không có dị ứng thức ăn nào được biết', 'No known food allergies'), '409137002': w('Không có dị ứng thuốc nào được biết', 'No known drug allergies'),
  '787481004': w('Không dùng thuốc nào được biết', 'No known medications'), '160245001': w('Không có bệnh nào được biết', 'No known problems'),
  // symptoms
  '267036007': w('Khó thở', 'Shortness of breath'), '84229001': w('Mệt mỏi', 'Tiredness'), '49727002': w('Ho', 'Cough'), '28743005': w('Ho có đờm', 'Cough with phlegm'), '66857006': w('Ho ra máu', 'Cough with blood'),
  '29857009': w('Đau ngực', 'Chest pain'), '25064002': w('Đau đầu', 'Headache'), '386807006': w('Giảm trí nhớ', 'Memory loss'), '301345002': w('Khó ngủ', 'Sleep problem'), '50219008': w('Khàn tiếng', 'Hoarseness'), '386661006': w('Sốt', 'Fever'),
  '43724002': w('Ớn lạnh', 'Chills'), '9826008': w('Viêm kết mạc', 'Conjunctivitis'), '62315008': w('Tiêu chảy', 'Diarrhea'), '418107008': w('Mất ý thức', 'Unconscious'), '20709006': w('Đau miệng', 'Pain in the mouth'),
  // diseases
  '38341003': w('Tăng huyết áp', 'High blood pressure'), '59621000': w('Tăng huyết áp nguyên phát', 'Essential hypertension'), '15777000': w('Tiền đái tháo đường', 'Prediabetes'), '44054006': w('Đái tháo đường típ 2', 'Type 2 diabetes'),
  '271737000': w('Thiếu máu', 'Anemia'), '87433001': w('Khí phế thũng', 'Pulmonary emphysema'), '709044004': w('Bệnh thận mạn', 'Chronic kidney disease'), '54329005': w('Nhồi máu cơ tim cấp thành trước', 'Acute myocardial infarction of anterior wall'),
  '68496003': w('Polyp đại tràng', 'Polyp of colon'), '713197008': w('Polyp trực tràng tái phát', 'Recurrent rectal polyp'), '109838007': w('U ác tính đại tràng', 'Malignant neoplasm of colon'), '254837009': w('Ung thư vú', 'Breast cancer'),
  '198436008': w('Bốc hỏa mãn kinh', 'Menopausal flushing'), '10509002': w('Viêm phế quản cấp', 'Acute bronchitis'), '444814009': w('Viêm xoang do virus', 'Viral sinusitis'), '283385000': w('Vết rách ở đùi', 'Laceration of thigh'), '195662009': w('Viêm họng cấp do virus', 'Acute viral pharyngitis'),
  '65363002': w('Viêm tai giữa', 'Otitis media'), '195967001': w('Hen phế quản', 'Asthma'), '840539006': w('COVID-19', 'COVID-19'), '124171000119105': w('Đau nửa đầu mạn tính', 'Chronic migraine'), '373270004': w('Penicillin', 'Penicillin'),
  // visits, treatments and plans
  '185349003': w('Khám kiểm tra', 'Check-up'), '410620009': w('Khám sức khỏe trẻ em', 'Well child visit'), '185347001': w('Khám bệnh', 'Visit for a problem'), '185345009': w('Khám khi có triệu chứng', 'Visit for a symptom'), '50849002': w('Cấp cứu', 'Emergency visit'), '371883000': w('Thủ thuật ngoại trú', 'Outpatient procedure'), '183452005': w('Nằm viện', 'Hospital stay'),
  '127783003': w('Đo chức năng hô hấp', 'Spirometry'), '428191000124101': w('Ghi nhận thuốc đang dùng', 'Review of current medications'), '73761001': w('Nội soi đại tràng', 'Colonoscopy'), '274031008': w('Cắt polyp trực tràng', 'Rectal polypectomy'), '43075005': w('Cắt một phần đại tràng', 'Partial removal of the colon'),
  '288086009': w('Khâu vết thương', 'Wound suture'), '173422009': w('Cắt amidan và nạo VA', 'Removal of tonsils and adenoids'), '703423002': w('Hóa xạ trị kết hợp', 'Combined chemotherapy and radiation'), '1015401000000102': w('Xét nghiệm máu ẩn trong phân', 'Fecal occult blood test'),
  '698360004': w('Kế hoạch tự chăm sóc đái tháo đường', 'Diabetes self-management plan'), '160670007': w('Chế độ ăn cho người đái tháo đường', 'Diabetic diet'), '229065009': w('Tập luyện', 'Exercise therapy'), '412776001': w('Kế hoạch chăm sóc bệnh phổi tắc nghẽn mạn tính', 'COPD care plan'), '15081005': w('Phục hồi chức năng hô hấp', 'Pulmonary rehabilitation'),
  '225358003': w('Chăm sóc vết thương', 'Wound care'), '385949008': w('Thay băng', 'Dressing change'), '439830001': w('Phòng ngừa nhiễm trùng', 'Preventing infection'), '53950000': w('Trị liệu hô hấp', 'Respiratory therapy'), '304510005': w('Khuyên tránh vận động mạnh', 'Advice to avoid exercise'), '371605008': w('Tập thở sâu và ho', 'Deep breathing and coughing exercises'),
  '395082007': w('Kế hoạch chăm sóc ung thư', 'Cancer care plan'), '226234005': w('Ăn uống lành mạnh', 'Healthy diet'), '703993001': w('Hẹn nội soi đại tràng', 'Colonoscopy planned'), '243072006': w('Giáo dục về ung thư', 'Cancer education'), '781831000000109': w('Chăm sóc sau phẫu thuật lớn', 'Major surgery care'), '10888001': w('Ăn lỏng', 'Liquid diet'), '103744005': w('Truyền dịch', 'Intravenous fluids'), '158965000': w('Bác sĩ', 'Doctor'),
};
