import type { Locale } from '@phr/contract/locale';
import { absenceIn, absenceOfConcept } from '../absent.ts';
import { codingConcept, conceptWords, conceptsWords, toldConcept, toldConcepts } from '../concepts.ts';
import { contactValues, formatAddress, formatPhone, primaryPhone } from '../contacts.ts';
import { formatDate } from '../dates.ts';
import { absenceWords, line, referencesWords, type Line } from '../describe-value.ts';
import { LABELS, SMALL_WORDS } from '../dictionary.labels.ts';
import { patientCode } from '../identifiers.ts';
import { formatName, nameOf } from '../names.ts';
import * as r4 from '../resources.ts';
import { elementLines } from './any-value.ts';
import { codeWords } from './element-words.ts';
import { personName, phones, formatter, type Formatter, type Told } from './tell.ts';

/** People, groups, places and things. */
export const PEOPLE: Readonly<Record<string, Formatter>> = {
  Patient: formatter(r4.patient, formatPatient),
  RelatedPerson: formatter(r4.relatedPerson, (r, l) => ({
    title: personName(r.name, l),
    subtitle: conceptsWords(r.relationship, l),
    lines: phones(r.telecom, l),
  })),
  Practitioner: formatter(r4.practitioner, (p, l) => ({
    title: personName(p.name, l),
    subtitle: conceptsWords(
      (p.qualification ?? []).map(({ code }) => code).filter((code) => code !== undefined),
      l,
    ),
    lines: phones(p.telecom, l),
  })),
  PractitionerRole: formatter(r4.practitionerRole, (p, l) => ({
    title: p.practitioner?.display ?? conceptsWords(p.code, l),
    subtitle: p.organization?.display,
    lines: [...line(LABELS.specialty[l], toldConcepts(p.specialty, l)), ...phones(p.telecom, l)],
  })),
  Organization: formatter(r4.organization, (o, l) => ({
    title: o.name,
    subtitle: conceptsWords(o.type, l),
    lines: [...phones(o.telecom, l), ...line(LABELS.address[l], formatAddress(o.address?.[0]))],
  })),
  HealthcareService: formatter(r4.place, formatPlace),
  Location: formatter(r4.place, formatPlace),
  Device: formatter(r4.device, (d, l) => ({
    title: d.deviceName?.find(({ name }) => name !== undefined)?.name ?? conceptWords(d.type, l),
    subtitle: conceptWords(d.type, l),
    lines: [
      ...line(LABELS.manufacturer[l], d.manufacturer),
      ...line(LABELS.serial[l], d.serialNumber),
      ...line(LABELS.model[l], d.modelNumber),
    ],
  })),
  Group: formatter(r4.group, (g, l) => ({
    title: g.name ?? conceptWords(g.code, l),
    lines: [
      ...line(
        LABELS.participant[l],
        referencesWords(
          (g.member ?? []).map(({ entity }) => entity),
          l,
        ),
      ),
      ...(g.characteristic ?? []).flatMap((one) =>
        line(
          SMALL_WORDS[one.exclude === true ? 'excluded' : 'included'][l],
          elementLines(
            one,
            ['code', 'valueCodeableConcept', 'valueBoolean', 'valueQuantity', 'valueRange', 'valueReference', 'period'],
            l,
          )
            .map(({ value }) => value)
            .join(': '),
        ),
      ),
    ],
  })),
};

function formatPatient(p: r4.Patient, l: Locale): Told {
  return {
    title: personName(p.name, l),
    subtitle: patientCode(p),
    lines: [
      ...genderLines(p, l),
      ...lifeLines(p, l),
      ...line(LABELS.occupation[l], toldConcept(codingConcept(jobOf(p)), l)),
      ...otherNames(p, l),
      ...contactLines(p, l),
      ...addressLines(p, l),
      ...personsToCall(p, l),
    ],
  };
}

const jobOf = (p: r4.Patient) =>
  p.extension?.find(({ url }) => url?.endsWith('/StructureDefinition/job-title') === true)?.valueCoding;

const withheld = (label: string, meta: Parameters<typeof absenceIn>[0], l: Locale): readonly Line[] => {
  const absence = absenceIn(meta);
  return absence === undefined ? [] : line(label, absenceWords(absence, l));
};

function genderWords(gender: string | undefined, l: Locale): string | undefined {
  if (gender === 'male' || gender === 'female' || gender === 'other') return SMALL_WORDS[gender][l];
  return gender === 'unknown' ? SMALL_WORDS.genderUnknown[l] : undefined;
}

function genderLines(p: r4.Patient, l: Locale): readonly Line[] {
  const gender = genderWords(p.gender, l);
  const identity = p.extension
    ?.find(({ url }) => url?.endsWith('/individual-genderIdentity') === true)
    ?.extension?.find(({ url }) => url === 'value')?.valueCodeableConcept;
  const isAbsent = identity?.coding?.[0]?.system?.endsWith('data-absent-reason') === true;
  return [
    ...(gender === undefined ? withheld(LABELS.gender[l], p._gender, l) : line(LABELS.gender[l], gender)),
    ...line(
      LABELS.genderIdentity[l],
      isAbsent ? absenceWords(absenceOfConcept(identity) ?? 'unknown', l) : toldConcept(identity, l),
    ),
  ];
}

function lifeLines(p: r4.Patient, l: Locale): readonly Line[] {
  return [
    ...(p.birthDate === undefined
      ? withheld(LABELS.birthDate[l], p._birthDate, l)
      : line(LABELS.birthDate[l], formatDate(p.birthDate))),
    ...(p.deceasedDateTime !== undefined || p.deceasedBoolean === true
      ? line(LABELS.deceased[l], formatDate(p.deceasedDateTime) ?? SMALL_WORDS.yes[l])
      : []),
    ...(p.active === false ? line(LABELS.warning[l], SMALL_WORDS.notInUse[l]) : []),
    ...(p.link ?? []).flatMap(({ type, other }) =>
      line(
        codeWords('type', type ?? '', l) ?? (type === undefined ? LABELS.linked[l] : `${LABELS.linked[l]}: ${type}`),
        referencesWords([other], l) ?? SMALL_WORDS.otherCode[l],
      ),
    ),
  ];
}

/** Names not in current use (old, temporary and others), with their use. */
function otherNames(p: r4.Patient, l: Locale): readonly Line[] {
  const main = nameOf(p.name);
  return (p.name ?? []).flatMap((one) => {
    const words = formatName(one);
    const use = one.use === undefined ? undefined : (codeWords('use', one.use, l) ?? one.use);
    return words === undefined || (words === main && one.use !== 'temp') ? [] : line(LABELS.name[l], words, use);
  });
}

function contactLines(p: r4.Patient, l: Locale): readonly Line[] {
  const main = primaryPhone(p.telecom);
  const others = contactValues(p.telecom, 'phone').filter((value) => value !== main);
  return [
    ...[main, ...others].flatMap((value) => (value === undefined ? [] : line(LABELS.phone[l], formatPhone(value)))),
    ...contactValues(p.telecom, 'email').flatMap((value) => line(LABELS.email[l], value)),
    ...(p.telecom ?? []).flatMap((point) =>
      point.value === undefined
        ? withheld(point.system === 'email' ? LABELS.email[l] : LABELS.phone[l], point._value ?? point, l)
        : [],
    ),
  ];
}

/** Addresses with their use: an old or temporary one must not look current. */
function addressLines(p: r4.Patient, l: Locale): readonly Line[] {
  return (p.address ?? []).flatMap((one) => {
    const words = formatAddress(one);
    const use = one.use === 'old' || one.use === 'temp' ? codeWords('use', one.use, l) : undefined;
    return words === undefined ? withheld(LABELS.address[l], one, l) : line(LABELS.address[l], words, use);
  });
}

/** A name, with its use unless it is the current one. */
function contactName(name: Parameters<typeof formatName>[0], l: Locale): string | undefined {
  const words = formatName(name);
  const use = name?.use;
  return words === undefined || use === undefined || use === 'official' || use === 'usual'
    ? words
    : `${words} (${codeWords('use', use, l) ?? use})`;
}

/** Emergency contacts, one line each: name, number and address, labelled by relationship. */
function personsToCall(p: r4.Patient, l: Locale): readonly Line[] {
  return (p.contact ?? []).flatMap((one) => {
    const phone = primaryPhone(one.telecom);
    const others = contactValues(one.telecom, 'phone').filter((value) => value !== phone);
    const parts = [
      contactName(one.name, l) ?? one.organization?.display,
      genderWords(one.gender, l),
      ...[phone, ...others].map((value) => (value === undefined ? undefined : formatPhone(value))),
      ...contactValues(one.telecom, 'email'),
      formatAddress(one.address),
    ].filter((part) => part !== undefined);
    return line(LABELS.contactPerson[l], parts.join(' · '), conceptsWords(one.relationship, l));
  });
}

function formatPlace(p: NonNullable<ReturnType<typeof r4.place>>, l: Locale): Told {
  return {
    title: p.name ?? conceptsWords(p.type, l),
    subtitle: p.providedBy?.display ?? p.description,
    lines: [
      ...line(LABELS.specialty[l], toldConcepts(p.specialty, l)),
      ...phones(p.telecom, l),
      ...line(LABELS.note[l], p.comment),
    ],
  };
}
