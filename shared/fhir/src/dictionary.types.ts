import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';

const OTHER = localized('Mục khác trong hồ sơ', 'Other record entry');

/** Names of the resource types. */
const TYPES: Readonly<Record<string, Localized>> = {
  Account: localized('Tài khoản viện phí', 'Account'),
  AdverseEvent: localized('Biến cố bất lợi', 'Adverse event'),
  AllergyIntolerance: localized('Dị ứng', 'Allergy'),
  Appointment: localized('Lịch hẹn', 'Appointment'),
  Binary: localized('Tệp', 'File'),
  CarePlan: localized('Kế hoạch chăm sóc', 'Care plan'),
  CareTeam: localized('Nhóm chăm sóc', 'Care team'),
  Claim: localized('Yêu cầu thanh toán', 'Claim'),
  ClinicalImpression: localized('Nhận định lâm sàng', 'Clinical impression'),
  Communication: localized('Trao đổi', 'Communication'),
  Composition: localized('Tài liệu y tế', 'Clinical document'),
  Concept: localized('Khái niệm', 'Concept'),
  Condition: localized('Bệnh', 'Condition'),
  Consent: localized('Chấp thuận', 'Consent'),
  Coverage: localized('Bảo hiểm', 'Coverage'),
  DetectedIssue: localized('Vấn đề phát hiện', 'Detected issue'),
  Device: localized('Thiết bị', 'Device'),
  DeviceRequest: localized('Chỉ định thiết bị', 'Device request'),
  DeviceUseStatement: localized('Việc sử dụng thiết bị', 'Device use'),
  DiagnosticReport: localized('Phiếu kết quả', 'Report'),
  DocumentReference: localized('Tài liệu', 'Document'),
  Encounter: localized('Lần khám', 'Encounter'),
  Endpoint: localized('Địa chỉ dữ liệu', 'Data address'),
  EpisodeOfCare: localized('Đợt chăm sóc', 'Episode of care'),
  ExplanationOfBenefit: localized('Quyết toán bảo hiểm', 'Explanation of benefit'),
  FamilyMemberHistory: localized('Tiền sử gia đình', 'Family history'),
  Flag: localized('Cảnh báo', 'Alert'),
  Goal: localized('Mục tiêu', 'Goal'),
  Group: localized('Nhóm', 'Group'),
  HealthcareService: localized('Dịch vụ y tế', 'Healthcare service'),
  ImagingStudy: localized('Chẩn đoán hình ảnh', 'Imaging study'),
  Immunization: localized('Tiêm chủng', 'Immunization'),
  List: localized('Danh sách', 'List'),
  ImmunizationEvaluation: localized('Đánh giá mũi tiêm', 'Immunization evaluation'),
  ImmunizationRecommendation: localized('Khuyến cáo tiêm chủng', 'Immunization recommendation'),
  Location: localized('Địa điểm', 'Location'),
  Media: localized('Hình ảnh', 'Media'),
  Medication: localized('Thuốc', 'Medication'),
  MedicationAdministration: localized('Lần dùng thuốc', 'Medication given'),
  MedicationDispense: localized('Cấp phát thuốc', 'Medication dispensed'),
  MedicationRequest: localized('Đơn thuốc', 'Prescription'),
  MedicationStatement: localized('Thuốc đang dùng', 'Medication in use'),
  NutritionOrder: localized('Chế độ ăn theo chỉ định', 'Nutrition order'),
  Observation: localized('Chỉ số, kết quả', 'Observation'),
  Organization: localized('Tổ chức', 'Organisation'),
  Patient: localized('Bệnh nhân', 'Patient'),
  Practitioner: localized('Nhân viên y tế', 'Practitioner'),
  PractitionerRole: localized('Vai trò nhân viên y tế', 'Practitioner role'),
  Procedure: localized('Thủ thuật', 'Procedure'),
  Provenance: localized('Nguồn gốc dữ liệu', 'Provenance'),
  Questionnaire: localized('Bảng câu hỏi', 'Questionnaire'),
  QuestionnaireResponse: localized('Câu trả lời', 'Questionnaire answers'),
  RelatedPerson: localized('Người thân', 'Related person'),
  RiskAssessment: localized('Đánh giá nguy cơ', 'Risk assessment'),
  Schedule: localized('Lịch làm việc', 'Schedule'),
  ServiceRequest: localized('Chỉ định dịch vụ', 'Service request'),
  Slot: localized('Khung giờ', 'Slot'),
  Specimen: localized('Mẫu bệnh phẩm', 'Specimen'),
  Substance: localized('Chất', 'Substance'),
  SupplyDelivery: localized('Giao vật tư', 'Supply delivery'),
  Task: localized('Yêu cầu', 'Request'),
  VisionPrescription: localized('Đơn kính', 'Vision prescription'),
};

/** Name of a resource type; undefined for an unknown one. */
export function nameOfType(type: string, locale: Locale): string | undefined {
  return Object.hasOwn(TYPES, type) ? TYPES[type]?.[locale] : undefined;
}

/** Name of a resource type; a generic word for an unknown one. */
export function typeWords(type: string, locale: Locale): string {
  return nameOfType(type, locale) ?? OTHER[locale];
}
