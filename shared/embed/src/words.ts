import type { Locale } from '@phr/contract/locale';

/** The embed's own texts; views bring theirs. */
export const WORDS: Readonly<Record<'paused' | 'failed', Readonly<Record<Locale, string>>>> = {
  paused: { 'vi-VN': 'Phần này đang tạm dừng.', 'en-US': 'This part is paused.' },
  failed: {
    'vi-VN': 'Trang này không mở được phần của sổ sức khỏe.',
    'en-US': 'This page cannot open this part of the health record.',
  },
};
