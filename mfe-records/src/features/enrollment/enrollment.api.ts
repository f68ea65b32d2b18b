import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { type Programme, type ProgrammeName, readJoined, readProgramme } from './enrollment.entity.ts';

/** Details of a programme (ENR-01). Fails with AppError: NOT_FOUND, ENROLLMENT_EXPIRED. */
export function useProgramme({ enrollmentCode, enrollmentType, orgCode }: ProgrammeName) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['programme', enrollmentCode, enrollmentType, orgCode],
    queryFn: async ({ signal }): Promise<Programme> => {
      const { body } = await request.send({
        service: 'admin',
        method: 'GET',
        path: '/patient-app/enrollment/detail',
        query: { enrollmentCode, enrollmentType, orgCode },
        signal,
      });
      const programme = readProgramme(body);
      if (programme === undefined)
        throw new AppError({ code: 'NOT_FOUND', source: 'MEDRECORD_ADMIN', message: 'The answer is no programme' });
      return programme;
    },
  });
}

/**
 * Joins a programme (ENR-02). Resolves to the id of the new encounter, if any. Rejects with AppError, ALREADY_JOINED
 * the second time.
 */
export async function joinProgramme(
  request: RequestPort,
  { enrollmentCode, enrollmentType, orgId }: Programme,
  patientId: string,
  idempotencyKey: string,
): Promise<string | undefined> {
  const { body } = await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/enrollment/join',
    body: { enrollmentCode, enrollmentType, orgId, patientId },
    idempotencyKey,
  });
  return readJoined(body);
}
