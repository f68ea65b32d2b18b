import { humanName } from '@phr/fhir/names';
import { patientIdentifier } from '@phr/fhir/identifiers';
import { SYSTEM } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import { newId } from '../fhir/resource.ts';
import type { Write } from '../fhir/write.ts';
import { newEncounter } from '../phr/encounter-resource.ts';
import { HL7, identifierSystemOf, refTo } from '../phr/systems.ts';
import type { Sql } from '../platform.ts';

const DAY_MS = 86_400_000;

/**
 * What the demo needs besides records: invitations, promotion codes, programmes to join, and a record of the main demo person at a hospital that does not know
 * her account yet, so that linking can be tried. Needs the demo directory to be stored.
 */
export async function seedDemoServices(repository: Repository, sql: Sql): Promise<void> {
  const organization = async (code: string): Promise<string> => {
    const [found] = (await repository.search(SYSTEM, 'Organization', { identifier: `${identifierSystemOf('organization')}|${code}` }, { sql })).items;
    if (found === undefined) throw new Error(`the demo directory has no organisation ${code}`);
    return found.id;
  };
  const [saoMai, huongSen, anhDuong] = [await organization('SAO-MAI'), await organization('HUONG-SEN'), await organization('ANH-DUONG')];
  const day = (offset: number): Date => new Date(Date.now() + offset * DAY_MS);

  const referrals: readonly (readonly [code: string, name: string, hospital: string, kind: 0 | 1, schedule: string | null])[] = [
    ['SAOMAI', 'Bệnh viện Đa khoa Sao Mai', saoMai, 0, null],
    ['BSDUONG', 'BS.CKII ĐẶNG THUỲ DƯƠNG', saoMai, 1, 'CARDIOLOGY-DUONG'],
  ];
  for (const row of referrals) await sql.query('insert into referral (code, name, hospital_id, kind, schedule_code) values ($1, $2, $3, $4, $5) on conflict do nothing', row);

  const promos: readonly (readonly [code: string, services: string, payor: string, start: Date, end: Date | null, limit: number | null])[] = [
    ['TIM2026', JSON.stringify([{ code: 'cardiology', display: 'Khám tim mạch' }]), saoMai, day(-10), day(120), 500],
    ['GIADINH', JSON.stringify([{ code: 'family', display: 'Khám sức khoẻ gia đình' }, { code: 'paediatrics', display: 'Khám nhi' }]), huongSen, day(-10), null, null],
    ['TET2026', JSON.stringify([{ code: 'ultrasound', display: 'Siêu âm ổ bụng tổng quát' }]), anhDuong, day(-90), day(-30), null],
  ];
  for (const row of promos) await sql.query('insert into promo_code (code, services, payor_id, starts_at, ends_at, usage_limit) values ($1, $2, $3, $4, $5, $6) on conflict do nothing', row);

  const programmes: readonly (readonly [code: string, type: string, org: string, orgCode: string, title: string, text: string, end: Date | null, shares: readonly string[], encounter: boolean])[] = [
    ['BSGD2026', 'FAMILY_DOCTOR', huongSen, 'HUONG-SEN', 'Bác sĩ gia đình Hương Sen', 'Bác sĩ gia đình theo dõi sức khoẻ của bạn trong một năm.', day(365), ['phone', 'fullName'], true],
    ['TIEUDUONG', 'SS', saoMai, 'SAO-MAI', 'Câu lạc bộ người bệnh đái tháo đường', 'Nhắc lịch khám và tài liệu về dinh dưỡng.', day(180), ['fullName'], false],
    ['F0H2021', 'F0H', saoMai, 'SAO-MAI', 'Theo dõi COVID-19 tại nhà', 'Chương trình đã kết thúc.', day(-400), ['phone', 'fullName'], true],
  ];
  for (const row of programmes) {
    await sql.query(
      'insert into enrollment (code, type, org_id, org_code, title, description, ends_at, shares, makes_encounter) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing', row);
  }

  await repository.transaction(SYSTEM, await hospitalRecord(anhDuong), sql);

  async function hospitalRecord(organizationId: string): Promise<readonly Write[]> {
    const patientId = newId();
    const hospital = await repository.read(SYSTEM, 'Organization', organizationId, sql);
    const from = day(-60).toISOString().slice(0, 10);
    const put = (resource: Write['resource'] & object): Write => ({ method: 'POST', type: resource.resourceType, resource, expression: resource.resourceType });
    return [
      {
        method: 'PUT', type: 'Patient', id: patientId, expression: 'Patient',
        resource: {
          resourceType: 'Patient', active: true, identifier: [patientIdentifier('MA', 'AD-0314985')], name: [humanName('TRẦN MINH CHÂU')], gender: 'female', birthDate: '1985-03-14',
          telecom: [{ system: 'phone', value: '84901234567', use: 'mobile' }], managingOrganization: refTo('Organization', organizationId, 'Trung tâm Y khoa Ánh Dương'),
        },
      },
      put({
        ...newEncounter({ patientId, classCode: 'SS', organization: hospital, period: { start: from, end: from } }), status: 'finished',
        identifier: [{ type: { coding: [{ system: `${HL7}/v2-0203`, code: 'MR' }] }, system: identifierSystemOf('encounter'), value: 'AD26SA0001' }], reasonCode: [{ text: 'Siêu âm ổ bụng tổng quát' }],
      }),
      put({
        resourceType: 'DiagnosticReport', status: 'final', category: [{ coding: [{ system: `${HL7}/v2-0074`, code: 'RAD' }], text: 'Chẩn đoán hình ảnh' }], code: { text: 'Siêu âm ổ bụng tổng quát' }, subject: refTo('Patient', patientId),
        effectiveDateTime: from, issued: day(-60).toISOString(), performer: [refTo('Organization', organizationId, 'Trung tâm Y khoa Ánh Dương')], conclusion: 'Chưa ghi nhận bất thường trên siêu âm ổ bụng.',
      }),
    ];
  }
}
