import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import { withoutVersion } from '../../fhir/index-columns.ts';
import type { Repository } from '../../records/repository.ts';
import { parseReference, textAt } from '../../fhir/resource.ts';
import type { Sql } from '../../kit/platform.ts';
import { resource } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { refuseIssuedNumbers } from '../../fhir/official-numbers.ts';
import { faultsOf, Items } from './questionnaire-check.ts';

const Body = z.looseObject({
  resourceType: z.literal('QuestionnaireResponse'),
  questionnaire: z.string().min(1).max(400),
  status: z.enum(['in-progress', 'completed']),
  subject: z.object({ reference: z.string().max(200) }),
  item: Items.default([]),
});

const Form = z.object({ item: Items.default([]) });

/**
 * POST /patient-app/questionnaire-response/create: stores answers to an active questionnaire after validating against
 * it.
 */
export function registerQuestionnaireResponse(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/patient-app/questionnaire-response/create',
    described({
      service: 'admin',
      summary: 'Stores the answers to a form.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: resource('QuestionnaireResponse'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const answers = parseBody(Body, request.body);
        const subject = parseReference(answers.subject.reference);
        if (subject?.type !== 'Patient') throw invalid('subject');
        assertAccess(actor, subject.id, 'update');
        const form = await formOf(answers.questionnaire, sql);
        if (textAt(form, 'status') !== 'active') throw invalid('questionnaire');
        const faults = faultsOf(Form.parse(form).item, answers.item, answers.status === 'completed');
        if (faults.length > 0) throw invalid(faults.map((linkId) => `item.${linkId}`).join(', '));
        // stored as sent, except author and time; as it is not service-made it has no service-issued number
        const response = {
          ...(request.body as object),
          resourceType: 'QuestionnaireResponse',
          authored: new Date().toISOString(),
          source: { reference: `Patient/${actor.mainPatient ?? subject.id}` },
        };
        refuseIssuedNumbers(response, undefined, response.resourceType);
        return (await repository.create(actor, response, { sql })).content;
      }),
  );

  /** A questionnaire by id ('Questionnaire/1') or canonical URL. */
  async function formOf(questionnaire: string, sql: Sql): Promise<unknown> {
    const name = withoutVersion(questionnaire);
    const target = parseReference(name);
    if (target?.type === 'Questionnaire')
      return JSON.parse(
        (
          await repository.read(SYSTEM_ACTOR, 'Questionnaire', target.id, sql).catch((cause: unknown) => {
            throw cause instanceof FhirError ? invalid('questionnaire') : cause;
          })
        ).content,
      );
    const [newest] = (await repository.lookup('Questionnaire', 'url', name, sql)).toSorted(
      (a, b) => b.last_updated.getTime() - a.last_updated.getTime(),
    );
    if (newest === undefined) throw invalid('questionnaire');
    return JSON.parse(newest.content);
  }
}

function invalid(fields: string): ServerError {
  return new ServerError('FORM_INPUT_INVALID', 'The answers do not fit the form', {
    detail: { message: fields.slice(0, 400) },
  });
}
