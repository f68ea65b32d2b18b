import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { typeWords } from './dictionary.types.ts';
import type { ImportNote, NoteReason, Refusal, RefusalReason } from './import-plan.ts';

const REFUSED: Readonly<Record<RefusalReason, Localized>> = {
  'not-json': localized(
    'Tệp không phải là hồ sơ FHIR (không đọc được dưới dạng JSON).',
    'The file is not a FHIR record (it cannot be read as JSON).',
  ),
  'c-cda': localized(
    'Đây là tài liệu C-CDA (HL7 CDA). Loại tệp này chưa được hỗ trợ.',
    'This is a C-CDA document (HL7 CDA). This kind of file is not supported yet.',
  ),
  csv: localized(
    'Đây là bảng CSV. Loại tệp này chưa được hỗ trợ.',
    'This is a CSV table. This kind of file is not supported yet.',
  ),
  'apple-health': localized(
    'Đây là bản xuất từ Apple Health. Loại tệp này chưa được hỗ trợ.',
    'This is an Apple Health export. This kind of file is not supported yet.',
  ),
  xml: localized('Đây là tệp XML. Chỉ nhận FHIR R4 dạng JSON.', 'This is an XML file. Only FHIR R4 in JSON is taken.'),
  'not-fhir': localized(
    'Tệp JSON này không phải là tài nguyên FHIR (thiếu resourceType).',
    'This JSON file is not a FHIR resource (it has no resourceType).',
  ),
  'bundle-kind': localized(
    'Loại Bundle này không nhập được. Nhận: transaction, batch, collection, searchset, document.',
    'This kind of Bundle cannot be imported. Taken: transaction, batch, collection, searchset, document.',
  ),
  empty: localized('Tệp không có mục nào.', 'The file has no entries.'),
  'two-patients': localized(
    'Tệp có dữ liệu của nhiều người. Hãy tách thành mỗi người một tệp.',
    'The file holds data of more than one person. Please split it into one file for each person.',
  ),
  'duplicate-address': localized(
    'Hai mục có cùng địa chỉ (fullUrl), không rõ mục nào là đúng.',
    'Two entries have the same address (fullUrl), so it is not clear which one is right.',
  ),
  'nothing-to-store': localized(
    'Tệp không có gì để lưu vào hồ sơ.',
    'The file holds nothing that goes into the record.',
  ),
};

const NOTES: Readonly<Record<NoteReason, Localized>> = {
  'patient-kept': localized(
    'thông tin cá nhân trong tệp không thay thế thông tin của hồ sơ này',
    'personal details of the file do not replace those of this record',
  ),
  'named-inside': localized(
    'được ghi tên trong các mục có nhắc đến, không lưu riêng',
    'named in the entries that mention it, not stored by itself',
  ),
  form: localized('mẫu câu hỏi không thuộc hồ sơ của một người', "a form is not part of a person's record"),
  'other-kind': localized('loại này không được nhận từ tệp', 'this kind is not taken from a file'),
  'no-resource': localized('mục không có nội dung', 'the entry has no content'),
  'same-content': localized('giống hệt một mục khác trong tệp', 'exactly the same as another entry of the file'),
  'unknown-person': localized(
    'ghi là của một người không có trong tệp',
    'said to be of somebody who is not in the file',
  ),
  refused: localized('máy chủ hồ sơ không nhận', 'the record server did not take it'),
  'attachment-not-base64': localized(
    'đã lưu nhưng bỏ tệp đính kèm vì nội dung không đọc được (không phải base64)',
    'stored without the attached file, whose content cannot be read (not base64)',
  ),
  'element-unknown': localized(
    'đã lưu nhưng chưa hiển thị hết: FHIR R4 không có những phần này, bản gốc được giữ thành một tài liệu bên cạnh',
    'stored, but not shown in full: FHIR R4 does not have these parts, and the original is kept as a document beside it',
  ),
  'reference-outside': localized(
    'đã lưu; có nhắc đến mục không nằm trong tệp',
    'stored; it mentions something that is not in the file',
  ),
};

const entry = (number: number): Localized => localized(`mục ${number}`, `entry ${number}`);

/** Why a file was rejected, with the entries concerned. */
export function refusalWords({ reason, where }: Refusal, locale: Locale): string {
  return where.length === 0
    ? REFUSED[reason][locale]
    : `${REFUSED[reason][locale]} (${where.map((item) => whereWords(item, locale)).join('; ')})`;
}

/** One line about a skipped or changed entry. */
export function noteWords({ reason, where, detail }: ImportNote, locale: Locale): string {
  return `${whereWords(where, locale)}: ${NOTES[reason][locale]}${detail === undefined ? '' : ` (${detail})`}`;
}

/** The same for a file recognized by its content only. */
export function reasonWords(reason: RefusalReason, locale: Locale): string {
  return REFUSED[reason][locale];
}

/** 'entry[3] Observation' → 'mục 4, Chỉ số, kết quả [entry[3]]'. */
function whereWords(where: string, locale: Locale): string {
  const match = /^entry\[(\d+)\] ?([A-Z][A-Za-z]+)?$/.exec(where);
  if (match === null) return /^[A-Z][A-Za-z]+$/.test(where) ? typeWords(where, locale) : where;
  const [, index = '0', type] = match;
  const number = entry(Number(index) + 1)[locale];
  return type === undefined ? `${number} (entry[${index}])` : `${number} (entry[${index}], ${typeWords(type, locale)})`;
}
