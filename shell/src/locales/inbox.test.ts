import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import en from './inbox.en-US.json' with { type: 'json' };
import vi from './inbox.vi-VN.json' with { type: 'json' };

test('[I18N-02] the words of the inbox are complete in both languages', () => {
  expect(textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>, {})).toEqual([]);
});
