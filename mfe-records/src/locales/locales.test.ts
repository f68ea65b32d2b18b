import type { Locale } from '@phr/contract/host-api';
import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import manifest from '../../module.json' with { type: 'json' };
import en from './en-US.json' with { type: 'json' };
import hubEn from './hub.en-US.json' with { type: 'json' };
import hubVi from './hub.vi-VN.json' with { type: 'json' };
import medicinesEn from './medicines.en-US.json' with { type: 'json' };
import medicinesVi from './medicines.vi-VN.json' with { type: 'json' };
import vaccinesEn from './vaccines.en-US.json' with { type: 'json' };
import vaccinesVi from './vaccines.vi-VN.json' with { type: 'json' };
import resultsEn from './results.en-US.json' with { type: 'json' };
import resultsVi from './results.vi-VN.json' with { type: 'json' };
import slotEn from './slot.en-US.json' with { type: 'json' };
import slotVi from './slot.vi-VN.json' with { type: 'json' };
import timelineEn from './timeline.en-US.json' with { type: 'json' };
import timelineVi from './timeline.vi-VN.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };
import visitEn from './visit.en-US.json' with { type: 'json' };
import visitVi from './visit.vi-VN.json' with { type: 'json' };

test('[I18N-02] both languages are complete, and every screen of the module has a title', () => {
  expect(
    textFaults(
      { 'vi-VN': { ...slotVi, ...vi, ...resultsVi }, 'en-US': { ...slotEn, ...en, ...resultsEn } } satisfies Record<
        Locale,
        object
      >,
      {
        screens: manifest.routes.map(({ screen }) => screen),
      },
    ),
  ).toEqual([]);
});

test('no text of the slot, or of the screens of results, is written a second time', () => {
  expect(Object.keys(resultsVi).filter((key) => key in vi || key in slotVi)).toEqual([]);
  expect(Object.keys(resultsEn).filter((key) => key in en || key in slotEn)).toEqual([]);
  expect(Object.keys(slotVi).filter((key) => key in vi)).toEqual([]);
  expect(Object.keys(slotEn).filter((key) => key in en)).toEqual([]);
});

test('[I18N-02] the texts of the record on one screen are complete and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': hubVi, 'en-US': hubEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...slotVi, ...vi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of medicines and allergies are complete and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': medicinesVi, 'en-US': medicinesEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...slotVi, ...vi, ...resultsVi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of the visit kit are complete and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': visitVi, 'en-US': visitEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...slotVi, ...vi, ...resultsVi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of the timeline are complete and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': timelineVi, 'en-US': timelineEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...slotVi, ...vi, ...resultsVi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of vaccinations that are due are complete and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': vaccinesVi, 'en-US': vaccinesEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...slotVi, ...vi, ...resultsVi },
    }),
  ).toEqual([]);
});
