import { DAY_MS } from '@phr/time/plain-date';
import { SYSTEM_ACTOR } from '../fhir/actor.ts';
import type { Repository } from '../records/repository.ts';
import { newId } from '../fhir/resource.ts';
import type { Write } from '../fhir/write-request.ts';
import { LINK_GROUP } from '../gateway/admin/link-profile.ts';
import { identifierSystemOf, refTo } from '../fhir/systems.ts';
import type { Access, Sql } from '../kit/platform.ts';

/** The account owner of the demo family, and the hospital record linked to hers. */
export interface DemoOwner {
  readonly userId: string;
  readonly patientId: string;
  readonly linked: { readonly id: string; readonly medicalId: string };
}

/** Ids of the participating hospitals in the demo directory. */
interface Hospitals {
  readonly saoMai: string;
  readonly huongSen: string;
  readonly anhDuong: string;
  readonly mayTrang: string;
}

/**
 * Demo data other than records: invitations, promotion codes, programmes to join, and the results of requests to link
 * hospital records. The records must be stored first.
 */
export async function seedDemoServices(
  repository: Repository,
  access: Access,
  main: DemoOwner,
  sql: Sql,
): Promise<void> {
  const hospitals: Hospitals = {
    saoMai: await organizationId(repository, sql, 'SAO-MAI'),
    huongSen: await organizationId(repository, sql, 'HUONG-SEN'),
    anhDuong: await organizationId(repository, sql, 'ANH-DUONG'),
    mayTrang: await organizationId(repository, sql, 'MAY-TRANG'),
  };
  await seedReferrals(hospitals, sql);
  await seedPromoCodes(hospitals, sql);
  await seedProgrammes(hospitals, sql);
  await seedLinkRequests({ repository, access, sql }, main, hospitals);
}

async function organizationId(repository: Repository, sql: Sql, code: string): Promise<string> {
  const [found] = (
    await repository.search(
      SYSTEM_ACTOR,
      'Organization',
      { identifier: `${identifierSystemOf('organization')}|${code}` },
      { sql },
    )
  ).items;
  if (found === undefined) throw new Error(`the demo directory has no organisation ${code}`);
  return found.id;
}

function day(offset: number): Date {
  return new Date(Date.now() + offset * DAY_MS);
}

/** Invitations of a hospital and of a doctor. */
async function seedReferrals({ saoMai }: Hospitals, sql: Sql): Promise<void> {
  const referrals: readonly (readonly [
    code: string,
    name: string,
    hospital: string,
    kind: 0 | 1,
    schedule: string | null,
  ])[] = [
    ['SAOMAI', 'Bệnh viện Đa khoa Sao Mai', saoMai, 0, null],
    ['BSDUONG', 'BS.CKII ĐẶNG THUỲ DƯƠNG', saoMai, 1, 'CARDIOLOGY-DUONG'],
  ];
  for (const row of referrals)
    await sql.query(
      'insert into referral (code, name, hospital_id, kind, schedule_code) values ($1, $2, $3, $4, $5) on conflict do nothing',
      row,
    );
}

/** Promotion codes: with and without an end date, and an expired one. */
async function seedPromoCodes({ saoMai, huongSen, anhDuong }: Hospitals, sql: Sql): Promise<void> {
  const promos: readonly (readonly [
    code: string,
    services: string,
    payor: string,
    start: Date,
    end: Date | null,
    limit: number | null,
  ])[] = [
    ['TIM2026', JSON.stringify([{ code: 'cardiology', display: 'Khám tim mạch' }]), saoMai, day(-10), day(120), 500],
    [
      'GIADINH',
      JSON.stringify([
        { code: 'family', display: 'Khám sức khoẻ gia đình' },
        { code: 'paediatrics', display: 'Khám nhi' },
      ]),
      huongSen,
      day(-10),
      null,
      null,
    ],
    [
      'TET2026',
      JSON.stringify([{ code: 'ultrasound', display: 'Siêu âm ổ bụng tổng quát' }]),
      anhDuong,
      day(-90),
      day(-30),
      null,
    ],
  ];
  for (const row of promos)
    await sql.query(
      'insert into promo_code (code, services, payor_id, starts_at, ends_at, usage_limit) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
      row,
    );
}

/** Programmes to join, and one that is over. */
async function seedProgrammes({ saoMai, huongSen }: Hospitals, sql: Sql): Promise<void> {
  const programmes: readonly (readonly [
    code: string,
    type: string,
    org: string,
    orgCode: string,
    title: string,
    text: string,
    end: Date | null,
    shares: readonly string[],
    encounter: boolean,
  ])[] = [
    [
      'BSGD2026',
      'FAMILY_DOCTOR',
      huongSen,
      'HUONG-SEN',
      'Bác sĩ gia đình Hương Sen',
      'Bác sĩ gia đình theo dõi sức khoẻ của bạn trong một năm.',
      day(365),
      ['phone', 'fullName'],
      true,
    ],
    [
      'TIEUDUONG',
      'SS',
      saoMai,
      'SAO-MAI',
      'Câu lạc bộ người bệnh đái tháo đường',
      'Nhắc lịch khám và tài liệu về dinh dưỡng.',
      day(180),
      ['fullName'],
      false,
    ],
    [
      'F0H2021',
      'F0H',
      saoMai,
      'SAO-MAI',
      'Theo dõi COVID-19 tại nhà',
      'Chương trình đã kết thúc.',
      day(-400),
      ['phone', 'fullName'],
      true,
    ],
  ];
  for (const row of programmes) {
    await sql.query(
      'insert into enrollment (code, type, org_id, org_code, title, description, ends_at, shares, makes_encounter) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing',
      row,
    );
  }
}

/** One hospital's record is linked, another hospital did not find her; the third can be tried. */
async function seedLinkRequests(
  { repository, access, sql }: { readonly repository: Repository; readonly access: Access; readonly sql: Sql },
  main: DemoOwner,
  { saoMai, mayTrang }: Hospitals,
): Promise<void> {
  const request = (status: string, owner: object, days: number, numbers: object): Write => {
    const id = newId();
    const at = day(days).toISOString();
    return {
      method: 'PUT',
      type: 'Task',
      id,
      expression: `Task/${id}`,
      resource: {
        resourceType: 'Task',
        id,
        status,
        intent: 'proposal',
        groupIdentifier: { value: LINK_GROUP },
        for: refTo('Patient', main.patientId),
        owner,
        authoredOn: at,
        lastModified: at,
        requestCode: String(10_000_000 - days * 7919),
        ...numbers,
      },
    };
  };
  const linked = request('completed', refTo('Organization', mayTrang, 'Bệnh viện Phụ sản Mây Trắng'), -120, {
    medicalId: main.linked.medicalId,
  });
  const failed = request('failed', refTo('Organization', saoMai, 'Bệnh viện Đa khoa Sao Mai'), -18, {
    insuranceCardNumber: 'DN4198503140000',
  });
  await repository.transaction(SYSTEM_ACTOR, [linked, failed], sql);
  await sql.query(
    `insert into link_code (task_id, patient_id, linked_patient_id, code_hash, used_at, expires_at) values ($1, $2, $3, '', now(), now())`,
    [linked.id, main.patientId, main.linked.id],
  );
  await access.grant({ userId: main.userId, patientId: main.linked.id, source: 'link', rights: 'read' }, sql);
}
