import { AppError } from '@phr/contract/app-error';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { type HealthcareService, readHealthcareService } from '../directory/healthcare-service.entity.ts';
import { type PractitionerRole, readPractitionerRole } from '../directory/practitioner-role.entity.ts';
import { readScheduleService } from './schedule-service.entity.ts';

export interface Invited {
  readonly service: HealthcareService;
  readonly role: PractitionerRole | undefined;
}

/** The service, and doctor if any, of an invitation's two codes. Fails if either is unknown or expired. */
export function useInvitation(healthcareCode: string | null, scheduleCode: string | null) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['invitation', healthcareCode, scheduleCode],
    enabled: healthcareCode !== null && scheduleCode !== null,
    queryFn: async ({ signal }): Promise<Invited> => {
      const answer = await request.send({
        service: 'phr',
        method: 'GET',
        path: '/api/phr/schedule/code',
        query: { healthcareCode: healthcareCode ?? '', scheduleCode: scheduleCode ?? '' },
        signal,
      });
      const found = readScheduleService(answer.body);
      if (found === undefined) throw new AppError({ code: 'NOT_FOUND', httpStatus: 404 });
      const resource = async (path: string) =>
        (await request.send({ service: 'fhir', method: 'GET', path, signal })).body;
      const service = readHealthcareService(await resource(`/HealthcareService/${found.healthcareServiceId}`));
      if (service === undefined) throw new AppError({ code: 'NOT_FOUND', httpStatus: 404 });
      return {
        service,
        role:
          found.practitionerRoleId === undefined
            ? undefined
            : readPractitionerRole(await resource(`/PractitionerRole/${found.practitionerRoleId}`)),
      };
    },
  });
}
