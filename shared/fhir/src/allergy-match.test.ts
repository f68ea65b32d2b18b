import { allergenOf, fitOf, ingredientsOf, isComparable } from './allergy-match.ts';

const allergy = (text: string, more: object = {}) => ({ resourceType: 'AllergyIntolerance', code: { text }, ...more });
const medicine = (text: string, more: object = {}) => ({
  resourceType: 'MedicationStatement',
  status: 'active',
  medicationCodeableConcept: { text },
  ...more,
});
const atc = (code: string, text: string) =>
  medicine(text, { medicationCodeableConcept: { coding: [{ system: 'http://www.whocc.no/atc', code }], text } });
const fit = (one: object, other: object) => {
  const allergen = allergenOf(one);
  return allergen && fitOf(allergen, ingredientsOf(other));
};

test('[S4] the same code and the same ingredient fit', () => {
  const coding = [{ system: 'http://snomed.info/sct', code: '372687004' }];
  expect(fit(allergy('x', { code: { coding } }), medicine('y', { medicationCodeableConcept: { coding } }))).toEqual({
    isGroup: false,
  });
  expect(fit(allergy('Amoxicillin'), medicine('AMOXICILLIN 500 mg, viên'))).toMatchObject({ isGroup: false });
  expect(fit(allergy('Acid clavulanic'), medicine('Amoxicillin + acid clavulanic 625 mg'))).toEqual({ isGroup: false });
  const named = {
    resourceType: 'MedicationStatement',
    medicationReference: { resource: { ingredient: [{ itemCodeableConcept: { text: 'Aspirin' } }] } },
  };
  expect(fit(allergy('aspirin'), named)).toMatchObject({ isGroup: false });
});

test('[S4] a group fits what the classification puts into it, coded or by name', () => {
  expect(fit(allergy('Penicillin'), atc('J01CR02', 'Augmentin'))).toMatchObject({ isGroup: true });
  expect(fit(allergy('Penicillin'), medicine('Amoxicillin 500 mg'))).toMatchObject({
    group: { 'vi-VN': 'penicillin', 'en-US': 'penicillins' },
  });
  expect(fit(allergy('NSAIDs'), atc('M01AE01', 'Brufen'))).toMatchObject({ isGroup: true });
  // the substance under another name
  expect(fit(allergy('Aspirin'), atc('B01AC06', 'Aspilets 80 mg'))).toMatchObject({ isGroup: false });
});

test('[S4] a brand stands for what it holds, on both sides; the substance is named', () => {
  const held = (substance: string) => ({ isGroup: false, substance: expect.objectContaining({ 'vi-VN': substance }) });
  for (const [one, other, what] of [
    ['Amoxicillin', 'Augmentin 1 g', 'Amoxicillin'],
    ['Amoxicillin', 'viên Klamentin 875/125', 'Amoxicillin'],
    ['Augmentin', 'Amoxicillin 500 mg', 'Amoxicillin'],
    ['Paracetamol', 'Panadol Extra', 'Paracetamol'],
    ['Paracetamol', 'Hapacol 650', 'Paracetamol'],
    ['Aspirin', 'Aspirin pH8 500mg', 'Aspirin'],
    ['Ibuprofen', 'Alaxan', 'Ibuprofen'],
  ] as const)
    expect([other, fit(allergy(one), medicine(other))]).toEqual([other, held(what)]);
  for (const [one, other] of [
    ['Penicillin', 'Unasyn 375 mg'],
    ['Cephalosporin', 'Zinnat 500mg'],
    ['Sulfamid', 'Biseptol 480'],
    ['NSAID', 'Voltaren 50'],
    ['Dị ứng nhóm penicillin', 'Penicillin V kali'],
  ] as const)
    expect([other, fit(allergy(one), medicine(other))]).toEqual([other, expect.objectContaining({ isGroup: true })]);
  expect(fit(allergy('Acid clavulanic'), medicine('Augmentin'))).toEqual({ isGroup: false });
  expect(fit(allergy('Amoxicillin'), medicine('Zinnat 500mg'))).toBeUndefined();
});

test('[S4] what is not known to the classification was not compared', () => {
  const compared = (text: string, name: string, more: object = {}) => {
    const allergen = allergenOf(allergy(text, more));
    return allergen && isComparable(allergen, ingredientsOf(medicine(name)));
  };
  expect(compared('Amoxicillin', 'Panadol 500 mg')).toBe(true);
  expect(compared('Amoxicillin', 'Thuốc bổ Minh Tâm')).toBe(false);
  expect(compared('Nọc ong', 'Panadol 500 mg')).toBe(false);
  expect(compared('Đậu phộng', 'Panadol 500 mg', { category: ['food'] })).toBe(true);
});

test('[S4] what only looks alike does not fit', () => {
  for (const [one, other] of [
    ['Penicillin', atc('J01DD04', 'Ceftriaxon 1 g')],
    ['Amoxicillin', atc('J01CA01', 'Ampicillin')],
    ['Sulfonamid', atc('J01EA01', 'Trimethoprim')],
    ['Đậu phộng', medicine('Metformin 500 mg')],
    ['Met', medicine('Metformin 500 mg')],
  ] as const)
    expect([one, fit(allergy(one), other)]).toEqual([one, undefined]);
});

test('[S4] only an allergy that is true now is compared', () => {
  const coded = (code: string) => ({ coding: [{ code }] });
  for (const more of [
    { clinicalStatus: coded('resolved') },
    { clinicalStatus: coded('inactive') },
    { verificationStatus: coded('refuted') },
    { verificationStatus: coded('entered-in-error') },
  ])
    expect(allergenOf(allergy('Amoxicillin', more))).toBeUndefined();
  expect(allergenOf(allergy('x', { code: coded('716186003') }))).toBeUndefined();
  expect(allergenOf(allergy('Amoxicillin', { clinicalStatus: coded('active') }))).toBeDefined();
});

test('[S4] a name as long as a text may be fits nothing', () => {
  expect(fit(allergy('Amoxicillin'), medicine('('.repeat(65_000)))).toBeUndefined();
});

test.each([
  [['food'], true],
  [['environment'], true],
  [['food', 'environment'], true],
  [['food', 'medication'], undefined],
  [['biologic'], undefined],
  [[], undefined],
  [undefined, undefined],
])('an allergy of %j is to no medicine: %s', (category, isNoMedicine) => {
  const more = category === undefined ? {} : { category };
  expect(allergenOf(allergy('Phấn hoa', more))?.isNoMedicine).toBe(isNoMedicine);
});

test('a name of a medicine is split into ingredients of three letters and more', () => {
  const namesOf = (text: string) => ingredientsOf(medicine(text)).names;
  expect([
    namesOf('Ab + Abc 500 mg'),
    namesOf('Natri và kali (viên), 1'),
    namesOf('Iron and zinc/copper & tin'),
  ]).toEqual([['abc'], ['natri', 'kali'], ['iron', 'zinc', 'copper', 'tin']]);
});
