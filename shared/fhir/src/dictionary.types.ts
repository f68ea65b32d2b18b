import type { Locale, Localized } from './locale.ts';

/** What each resource type is called. */
const TYPES: Readonly<Record<string, Localized>> = {
  Account: { vi: 'Tài khoản viện phí', en: 'Account' },
  AllergyIntolerance: { vi: 'Dị ứng', en: 'Allergy' },
  Appointment: { vi: 'Lịch hẹn', en: 'Appointment' },
  Binary: { vi: 'Tệp', en: 'File' },
  CarePlan: { vi: 'Kế hoạch chăm sóc', en: 'Care plan' },
  CareTeam: { vi: 'Nhóm chăm sóc', en: 'Care team' },
  Claim: { vi: 'Yêu cầu thanh toán', en: 'Claim' },
  Composition: { vi: 'Tài liệu y tế', en: 'Clinical document' },
  Concept: { vi: 'Khái niệm', en: 'Concept' },
  Condition: { vi: 'Bệnh', en: 'Condition' },
  Consent: { vi: 'Chấp thuận', en: 'Consent' },
  Coverage: { vi: 'Bảo hiểm', en: 'Coverage' },
  Device: { vi: 'Thiết bị', en: 'Device' },
  DeviceUseStatement: { vi: 'Việc sử dụng thiết bị', en: 'Device use' },
  DiagnosticReport: { vi: 'Kết quả cận lâm sàng', en: 'Diagnostic report' },
  DocumentReference: { vi: 'Tài liệu', en: 'Document' },
  Encounter: { vi: 'Lần khám', en: 'Encounter' },
  Endpoint: { vi: 'Địa chỉ dữ liệu', en: 'Data address' },
  ExplanationOfBenefit: { vi: 'Quyết toán bảo hiểm', en: 'Explanation of benefit' },
  FamilyMemberHistory: { vi: 'Tiền sử gia đình', en: 'Family history' },
  Goal: { vi: 'Mục tiêu', en: 'Goal' },
  Group: { vi: 'Nhóm', en: 'Group' },
  HealthcareService: { vi: 'Dịch vụ y tế', en: 'Healthcare service' },
  ImagingStudy: { vi: 'Chẩn đoán hình ảnh', en: 'Imaging study' },
  Immunization: { vi: 'Tiêm chủng', en: 'Immunization' },
  Location: { vi: 'Địa điểm', en: 'Location' },
  Media: { vi: 'Hình ảnh', en: 'Media' },
  Medication: { vi: 'Thuốc', en: 'Medication' },
  MedicationAdministration: { vi: 'Lần dùng thuốc', en: 'Medication given' },
  MedicationDispense: { vi: 'Cấp phát thuốc', en: 'Medication dispensed' },
  MedicationRequest: { vi: 'Đơn thuốc', en: 'Prescription' },
  MedicationStatement: { vi: 'Thuốc đang dùng', en: 'Medication in use' },
  Observation: { vi: 'Chỉ số, kết quả', en: 'Observation' },
  Organization: { vi: 'Tổ chức', en: 'Organisation' },
  Patient: { vi: 'Bệnh nhân', en: 'Patient' },
  Practitioner: { vi: 'Nhân viên y tế', en: 'Practitioner' },
  PractitionerRole: { vi: 'Vai trò nhân viên y tế', en: 'Practitioner role' },
  Procedure: { vi: 'Thủ thuật', en: 'Procedure' },
  Questionnaire: { vi: 'Bảng câu hỏi', en: 'Questionnaire' },
  QuestionnaireResponse: { vi: 'Câu trả lời', en: 'Questionnaire answers' },
  RelatedPerson: { vi: 'Người thân', en: 'Related person' },
  RiskAssessment: { vi: 'Đánh giá nguy cơ', en: 'Risk assessment' },
  Schedule: { vi: 'Lịch làm việc', en: 'Schedule' },
  ServiceRequest: { vi: 'Chỉ định dịch vụ', en: 'Service request' },
  Slot: { vi: 'Khung giờ', en: 'Slot' },
  Specimen: { vi: 'Mẫu bệnh phẩm', en: 'Specimen' },
  Task: { vi: 'Yêu cầu', en: 'Request' },
};

/** The name of a resource type; a general word for one that the product does not know. */
export function typeWords(type: string, locale: Locale): string {
  const words = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  return words?.[locale] ?? (locale === 'vi' ? 'Mục khác trong hồ sơ' : 'Other record entry');
}
