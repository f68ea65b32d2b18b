import { MODALITY_WORDS } from './dictionary.modality.ts';
import type { Words } from './locale.ts';

const w = (vi: string, en: string): Words => ({ vi, en });

/** CVX vaccines. */
export const VACCINE_WORDS: Readonly<Record<string, Words>> = {
  '03': w('Sởi, quai bị, rubella (MMR)', 'Measles, mumps, rubella (MMR)'), '08': w('Viêm gan B', 'Hepatitis B'), '10': w('Bại liệt (IPV)', 'Polio (IPV)'), '19': w('Lao (BCG)', 'Tuberculosis (BCG)'), '20': w('Bạch hầu, ho gà, uốn ván (DTaP)', 'Diphtheria, tetanus, pertussis (DTaP)'),
  '21': w('Thủy đậu', 'Chickenpox'), '33': w('Phế cầu 23 (PPSV23)', 'Pneumococcal 23 (PPSV23)'), '39': w('Viêm não Nhật Bản', 'Japanese encephalitis'), '43': w('Viêm gan B', 'Hepatitis B'), '48': w('Hib', 'Hib'), '49': w('Hib', 'Hib'), '52': w('Viêm gan A', 'Hepatitis A'), '62': w('HPV', 'HPV'), '83': w('Viêm gan A', 'Hepatitis A'),
  '113': w('Uốn ván, bạch hầu (Td)', 'Tetanus, diphtheria (Td)'), '114': w('Não mô cầu', 'Meningococcal'), '115': w('Uốn ván, bạch hầu, ho gà (Tdap)', 'Tetanus, diphtheria, pertussis (Tdap)'), '116': w('Rota', 'Rotavirus'), '119': w('Rota', 'Rotavirus'), '121': w('Zona', 'Shingles'), '133': w('Phế cầu 13 (PCV13)', 'Pneumococcal 13 (PCV13)'),
  '140': w('Cúm mùa', 'Seasonal flu'), '141': w('Cúm mùa', 'Seasonal flu'), '150': w('Cúm mùa', 'Seasonal flu'), '165': w('HPV 9', 'HPV 9'), '187': w('Zona', 'Shingles'),
  '207': w('COVID-19 (Moderna)', 'COVID-19 (Moderna)'), '208': w('COVID-19 (Pfizer-BioNTech)', 'COVID-19 (Pfizer-BioNTech)'), '210': w('COVID-19 (AstraZeneca)', 'COVID-19 (AstraZeneca)'), '211': w('COVID-19 (Novavax)', 'COVID-19 (Novavax)'), '212': w('COVID-19 (Janssen)', 'COVID-19 (Janssen)'),
  '221': w('COVID-19 (Moderna)', 'COVID-19 (Moderna)'), '229': w('COVID-19 hai thành phần (Moderna)', 'COVID-19 bivalent (Moderna)'), '300': w('COVID-19 hai thành phần (Pfizer-BioNTech)', 'COVID-19 bivalent (Pfizer-BioNTech)'), '213': w('COVID-19', 'COVID-19'),
};

/** Codes of HL7 and of the product, by the end of the code system's address. */
export const CODE_WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  'condition-clinical': { active: w('Đang mắc', 'Active'), recurrence: w('Tái phát', 'Relapse'), relapse: w('Tái phát', 'Relapse'), inactive: w('Đã khỏi', 'Resolved'), remission: w('Thuyên giảm', 'Remission'), resolved: w('Đã khỏi', 'Resolved') },
  'condition-ver-status': { unconfirmed: w('Chưa xác nhận', 'Unconfirmed'), provisional: w('Tạm thời', 'Provisional'), differential: w('Chẩn đoán phân biệt', 'Differential'), confirmed: w('Đã xác nhận', 'Confirmed'), refuted: w('Đã loại trừ', 'Ruled out'), 'entered-in-error': w('Nhập nhầm', 'Entered in error') },
  'risk-method': { 'covid19-home': w('Đánh giá theo dõi COVID-19 tại nhà', 'COVID-19 home monitoring assessment') },
  'condition-category': { 'problem-list-item': w('Bệnh cần theo dõi', 'Problem list item'), 'encounter-diagnosis': w('Chẩn đoán của lần khám', 'Encounter diagnosis') },
  'allergyintolerance-clinical': { active: w('Đang có', 'Active'), inactive: w('Không còn', 'Inactive'), resolved: w('Đã hết', 'Resolved') },
  'allergyintolerance-verification': { unconfirmed: w('Chưa xác nhận', 'Unconfirmed'), confirmed: w('Đã xác nhận', 'Confirmed'), refuted: w('Đã loại trừ', 'Ruled out'), 'entered-in-error': w('Nhập nhầm', 'Entered in error') },
  'absent-unknown-uv-ips': {
    'no-allergy-info': w('Không có thông tin về dị ứng', 'No information about allergies'), 'no-known-allergies': w('Không có dị ứng nào được biết', 'No known allergies'), 'no-known-food-allergies': w('Không có dị ứng thức ăn nào được biết', 'No known food allergies'),
    'no-known-medication-allergies': w('Không có dị ứng thuốc nào được biết', 'No known drug allergies'), 'no-known-environmental-allergies': w('Không có dị ứng môi trường nào được biết', 'No known environmental allergies'),
    'no-problem-info': w('Không có thông tin về bệnh', 'No information about problems'), 'no-known-problems': w('Không có bệnh nào được biết', 'No known problems'), 'no-medication-info': w('Không có thông tin về thuốc', 'No information about medications'), 'no-known-medications': w('Không dùng thuốc nào được biết', 'No known medications'),
    'no-immunization-info': w('Không có thông tin về tiêm chủng', 'No information about immunizations'), 'no-known-immunizations': w('Không có mũi tiêm nào được biết', 'No known immunizations'), 'no-procedure-info': w('Không có thông tin về thủ thuật', 'No information about procedures'), 'no-known-procedures': w('Không có thủ thuật nào được biết', 'No known procedures'),
  },
  'observation-category': { 'vital-signs': w('Dấu hiệu sinh tồn', 'Vital signs'), laboratory: w('Xét nghiệm', 'Laboratory'), imaging: w('Chẩn đoán hình ảnh', 'Imaging'), procedure: w('Thăm dò', 'Procedure'), survey: w('Bảng hỏi', 'Survey'), exam: w('Thăm khám', 'Exam'), 'social-history': w('Lối sống', 'Social history'), therapy: w('Điều trị', 'Therapy'), activity: w('Vận động', 'Activity') },
  'v2-0074': { LAB: w('Xét nghiệm', 'Laboratory'), CH: w('Sinh hóa', 'Chemistry'), HM: w('Huyết học', 'Hematology'), MB: w('Vi sinh', 'Microbiology'), RAD: w('Chẩn đoán hình ảnh', 'Radiology'), CT: w('Chụp cắt lớp (CT)', 'CT scan'), NMR: w('Cộng hưởng từ (MRI)', 'MRI'), US: w('Siêu âm', 'Ultrasound'), RUS: w('Siêu âm', 'Ultrasound'), EC: w('Điện tim', 'ECG'), PAT: w('Giải phẫu bệnh', 'Pathology') },
  'v3-observationinterpretation': { H: w('Cao', 'High'), HH: w('Rất cao', 'Very high'), HU: w('Cao đáng kể', 'Significantly high'), L: w('Thấp', 'Low'), LL: w('Rất thấp', 'Very low'), LU: w('Thấp đáng kể', 'Significantly low'), N: w('Bình thường', 'Normal'), A: w('Bất thường', 'Abnormal'), AA: w('Rất bất thường', 'Very abnormal'), POS: w('Dương tính', 'Positive'), NEG: w('Âm tính', 'Negative'), IND: w('Không xác định', 'Indeterminate'), DET: w('Phát hiện', 'Detected'), ND: w('Không phát hiện', 'Not detected'), R: w('Kháng', 'Resistant'), S: w('Nhạy', 'Susceptible'), I: w('Trung gian', 'Intermediate'), U: w('Tăng', 'Increased'), D: w('Giảm', 'Decreased') },
  'v3-actcode': { AMB: w('Ngoại trú', 'Outpatient'), SS: w('Ngoại trú', 'Outpatient'), IMP: w('Nội trú', 'Inpatient'), ACUTE: w('Nội trú cấp tính', 'Inpatient acute'), NONAC: w('Nội trú', 'Inpatient'), EMER: w('Cấp cứu', 'Emergency'), HH: w('Khám tại nhà', 'Home visit'), FLD: w('Khám lưu động', 'Field visit'), VR: w('Khám từ xa', 'Remote visit'), OBSENC: w('Lưu theo dõi', 'Observation stay'), PRENC: w('Trước nhập viện', 'Pre-admission') },
  'encounter-class': { F0H: w('Cách ly COVID-19 tại nhà', 'COVID self-isolation'), POST_COVID: w('Hậu COVID-19', 'Post-COVID'), FAMILY_DOCTOR: w('Bác sĩ gia đình', 'Family doctor') },
  'v3-routeofadministration': { IM: w('Tiêm bắp', 'Into the muscle'), PO: w('Đường uống', 'By mouth'), SQ: w('Tiêm dưới da', 'Under the skin'), IV: w('Tiêm tĩnh mạch', 'Into the vein'), IDINJ: w('Tiêm trong da', 'Into the skin'), NASINHLC: w('Qua mũi', 'Through the nose') },
  'standardterms.edqm.eu': { '20053000': w('Đường uống', 'By mouth') },
  'goal-achievement': { 'in-progress': w('Đang thực hiện', 'In progress'), improving: w('Đang cải thiện', 'Improving'), worsening: w('Đang xấu đi', 'Worsening'), 'no-change': w('Không thay đổi', 'No change'), achieved: w('Đã đạt', 'Achieved'), sustaining: w('Đang duy trì', 'Sustaining'), 'not-achieved': w('Chưa đạt', 'Not achieved'), 'no-progress': w('Không tiến triển', 'No progress'), 'not-attainable': w('Không thể đạt', 'Not attainable') },
  'claim-type': { institutional: w('Viện phí', 'Hospital'), professional: w('Khám bệnh', 'Professional'), pharmacy: w('Thuốc', 'Pharmacy'), oral: w('Nha khoa', 'Dental'), vision: w('Mắt', 'Vision') },
  adjudication: { submitted: w('Số tiền đề nghị', 'Submitted amount'), benefit: w('Số tiền được hưởng', 'Benefit amount'), copay: w('Đồng chi trả', 'Copay'), eligible: w('Số tiền hợp lệ', 'Eligible amount'), deductible: w('Khấu trừ', 'Deductible') },
  'patient-shared-category': { 'patient-shared': w('Do bệnh nhân chia sẻ', 'Shared by the patient') },
  'list-empty-reason': { nilknown: w('Không có gì được biết', 'Nothing known'), notasked: w('Chưa được hỏi', 'Not asked'), withheld: w('Được giữ kín', 'Withheld'), unavailable: w('Không có thông tin', 'Not available'), notstarted: w('Chưa bắt đầu', 'Not started'), closed: w('Đã đóng', 'Closed') },
  'immunization-origin': { recall: w('Theo lời kể của người bệnh hoặc người thân', 'Recalled by the patient or a relative'), provider: w('Theo cơ sở khác', 'From another provider'), record: w('Theo sổ tiêm', 'From a written record'), school: w('Theo nhà trường', 'From a school record') },
  'reaction-event-criticality': { low: w('Nguy cơ thấp', 'Low risk'), high: w('Nguy cơ cao', 'High risk'), 'unable-to-assess': w('Không đánh giá được', 'Unable to assess') },
  'v3-rolecode': { NMTH: w('Mẹ', 'Mother'), MTH: w('Mẹ', 'Mother'), NFTH: w('Cha', 'Father'), FTH: w('Cha', 'Father'), SON: w('Con trai', 'Son'), DAU: w('Con gái', 'Daughter'), SPS: w('Vợ/chồng', 'Spouse'), HUSB: w('Chồng', 'Husband'), WIFE: w('Vợ', 'Wife'), BRO: w('Anh/em trai', 'Brother'), SIS: w('Chị/em gái', 'Sister'), FAMMEMB: w('Người nhà', 'Family member'), FRND: w('Bạn bè', 'Friend'), ONESELF: w('Bản thân', 'Self') },
  'dicom-modality': MODALITY_WORDS,
  'v3-maritalstatus': { M: w('Đã kết hôn', 'Married'), U: w('Chưa kết hôn', 'Unmarried'), S: w('Độc thân', 'Single'), D: w('Ly hôn', 'Divorced'), W: w('Góa', 'Widowed'), UNK: w('Không rõ', 'Unknown') },
  'organization-type': { prov: w('Cơ sở y tế', 'Healthcare provider'), dept: w('Khoa phòng', 'Department'), ins: w('Bảo hiểm', 'Insurer'), pay: w('Bên chi trả', 'Payer'), other: w('Tổ chức khác', 'Other organisation') },
  '2.16.840.1.113883.6.24': { '131329': w('Chuyển đạo I', 'Lead I'), '131330': w('Chuyển đạo II', 'Lead II'), '131389': w('Chuyển đạo III', 'Lead III'), '148065': w('Ngoại tâm thu thất', 'Ventricular ectopic beats'), '131840': w('Đoạn ST', 'ST segment') },
};

/** Status codes of all types that have no words of their own below. */
const STATUS: Readonly<Record<string, Words>> = {
  active: w('Đang hiệu lực', 'Active'), inactive: w('Không còn hiệu lực', 'Inactive'), completed: w('Hoàn thành', 'Completed'), final: w('Kết quả cuối cùng', 'Final'), preliminary: w('Kết quả sơ bộ', 'Preliminary'), amended: w('Đã sửa đổi', 'Amended'), corrected: w('Đã đính chính', 'Corrected'), appended: w('Đã bổ sung', 'Appended'),
  registered: w('Chờ kết quả', 'Awaiting result'), partial: w('Kết quả một phần', 'Partial'), cancelled: w('Đã hủy', 'Cancelled'), 'entered-in-error': w('Nhập nhầm', 'Entered in error'), unknown: w('Không rõ tình trạng', 'Status unknown'), draft: w('Bản nháp', 'Draft'), 'on-hold': w('Tạm dừng', 'On hold'), stopped: w('Đã ngừng', 'Stopped'), revoked: w('Đã thu hồi', 'Revoked'),
  'in-progress': w('Đang thực hiện', 'In progress'), 'not-done': w('Không thực hiện', 'Not done'), preparation: w('Chuẩn bị', 'In preparation'), 'not-taken': w('Không dùng', 'Not taken'), intended: w('Dự định dùng', 'Intended'), current: w('Bản hiện hành', 'Current'), superseded: w('Đã có bản mới', 'Superseded'), available: w('Đã có hình ảnh', 'Available'),
  proposed: w('Đã đề xuất', 'Proposed'), planned: w('Đã lên kế hoạch', 'Planned'), accepted: w('Đã chấp nhận', 'Accepted'), rejected: w('Đã từ chối', 'Rejected'), requested: w('Đã gửi', 'Sent'), received: w('Đã tiếp nhận', 'Received'), ready: w('Sẵn sàng', 'Ready'), failed: w('Không thể xử lý', 'Not processable'), retired: w('Không còn dùng', 'Retired'), declined: w('Đã từ chối', 'Declined'),
  free: w('Còn trống', 'Free'), busy: w('Đã có người đặt', 'Taken'), 'busy-unavailable': w('Không nhận đặt', 'Not available'), 'busy-tentative': w('Đang giữ chỗ', 'Held'), suspended: w('Tạm ngưng', 'Suspended'), 'health-unknown': w('Không rõ', 'Unknown'), resolved: w('Đã hết', 'Resolved'),
};

const STATUS_OF_TYPE: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  Appointment: { proposed: w('Đã gửi', 'Sent'), pending: w('Chờ xác nhận', 'Awaiting confirmation'), waitlist: w('Chờ xác nhận', 'Awaiting confirmation'), booked: w('Đã xác nhận', 'Confirmed'), arrived: w('Đã đến', 'Arrived'), 'checked-in': w('Đã đến', 'Arrived'), fulfilled: w('Hoàn thành', 'Complete'), noshow: w('Không đến khám', 'No-show') },
  Encounter: { planned: w('Đã lên lịch', 'Scheduled'), arrived: w('Đã tiếp nhận', 'Received'), triaged: w('Đã tiếp nhận', 'Received'), 'in-progress': w('Đang khám', 'Being examined'), onleave: w('Tạm vắng', 'On leave'), finished: w('Đã khám', 'Examined') },
  Consent: { proposed: w('Chờ xác nhận', 'Waiting confirmation'), inactive: w('Đã thu hồi', 'Retrieved') },
  Immunization: { completed: w('Đã tiêm', 'Given'), 'not-done': w('Không tiêm', 'Not given') },
  MedicationRequest: { active: w('Đang dùng', 'Active') },
  MedicationStatement: { active: w('Đang dùng', 'Active'), completed: w('Đã dùng xong', 'Completed') },
  Task: { 'in-progress': w('Đang xử lý', 'Processing'), received: w('Đang xử lý', 'Processing'), accepted: w('Đang xử lý', 'Processing'), 'on-hold': w('Đang chờ', 'Waiting'), ready: w('Đang chờ', 'Waiting'), rejected: w('Bị từ chối', 'Denied') },
  Device: { active: w('Đang dùng', 'In use') },
};

/** Words of a status code of a type; undefined for a code that no release of FHIR R4 has. */
export function statusWords(type: string, code: string): Words | undefined {
  const own = Object.hasOwn(STATUS_OF_TYPE, type) ? STATUS_OF_TYPE[type] : undefined;
  if (own !== undefined && Object.hasOwn(own, code)) return own[code];
  return Object.hasOwn(STATUS, code) ? STATUS[code] : undefined;
}
