import { AppError } from '@phr/contract/app-error';
import { isObject } from '@phr/fhir/json';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';

/** The person's Patient resource from the server. */
export function usePatientResource() {
  const { request } = useHost();
  const id = usePatient().viewed?.id;
  return useQuery({
    queryKey: ['patient', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const { body } = await request.send({ service: 'fhir', method: 'GET', path: `/Patient/${id}`, signal });
      if (!isObject(body) || body['resourceType'] !== 'Patient')
        throw new AppError({ code: 'FHIR_REQ_ERR', source: 'FHIR_SERVER', message: 'The answer is no patient' });
      return body;
    },
  });
}
