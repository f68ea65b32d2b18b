import { PAGE, writePdf } from '../pdf-writer.ts';
import type { PdfMark } from '../pdf-writer.ts';

export interface DischargeLetter {
  readonly facility: string;
  readonly address: string;
  readonly patient: string;
  readonly birthDate: string;
  readonly sex: string;
  readonly code: string;
  readonly admitted: string;
  readonly discharged: string;
  readonly diagnosis: string;
  readonly treatment: string;
  readonly advice: string;
  readonly doctor: string;
}

const LEFT = 50;
const RIGHT = PAGE.width - LEFT;

/** A one-page discharge letter in Vietnamese. */
export function dischargeLetterPdf(letter: DischargeLetter): Uint8Array {
  const text = (
    x: number,
    y: number,
    size: number,
    words: string,
    style: { readonly bold?: true; readonly align?: 'right' | 'center' } = {},
  ): PdfMark => ({ kind: 'text', x, y, size, text: words, ...style });
  const facts = [
    `Họ và tên: ${letter.patient}`,
    `Ngày sinh: ${letter.birthDate}     Giới tính: ${letter.sex}     Mã người bệnh: ${letter.code}`,
    `Vào viện: ${letter.admitted}     Ra viện: ${letter.discharged}`,
    `Chẩn đoán: ${letter.diagnosis}`,
    `Điều trị: ${letter.treatment}`,
    `Lời dặn: ${letter.advice}`,
  ];
  return writePdf(`Giấy ra viện - ${letter.patient}`, [
    [
      text(LEFT, 780, 13, letter.facility, { bold: true }),
      text(LEFT, 764, 9, letter.address),
      { kind: 'line', x1: LEFT, y1: 754, x2: RIGHT, y2: 754, width: 1 },
      text(PAGE.width / 2, 716, 16, 'GIẤY RA VIỆN', { bold: true, align: 'center' }),
      ...facts.map((words, index) => text(LEFT, 676 - index * 24, 10, words)),
      text(RIGHT - 80, 500, 10, 'Bác sĩ điều trị', { align: 'center' }),
      text(RIGHT - 80, 452, 10, letter.doctor, { bold: true, align: 'center' }),
      text(LEFT, 40, 8, 'Dữ liệu minh hoạ do phần mềm tạo ra, không phải của người thật.'),
    ],
  ]);
}
