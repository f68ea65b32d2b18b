import type { Signal } from '@phr/contract/today';
import { truncate } from '@phr/ui/format';
import { lastMoment } from '../../last-moment.ts';
import { stateOf } from '../consents/consent-state.entity.ts';
import type { LinkRequest } from '../link-profile/link-request.entity.ts';
import { linkStatusOf } from '../link-profile/link-state.entity.ts';
import type { AccessRequest, BegunForm } from './request.entity.ts';
import { nextLook, type Situation } from './situation.entity.ts';

/** Maximum name length that fits the sentence. */
const NAME = 45;

/** S5: a pending, unexpired access request. */
export function consentSignals(
  consents: readonly AccessRequest[],
  { patientId, now, t }: Situation,
): readonly Signal[] {
  return consents
    .filter((consent) => stateOf(consent, now) === 'waiting')
    .map((consent) => {
      const { id, who, dateTime, end } = consent;
      const place = { screen: 'patient-consent-details', params: { id }, patientId };
      const over = lastMoment(end);
      return {
        id: `mfe-records/S5/${id}`,
        patientId,
        kind: 'ask',
        rank: 0,
        title: t('signal.consent', { who: truncate(who ?? t('signal.somebody'), NAME) }),
        icon: 'access',
        at: dateTime ?? now.toISOString(),
        expiresAt: over === undefined ? nextLook(now) : new Date(over).toISOString(),
        sources: [`Consent/${id}`],
        place,
        actions: [{ id: 'answer', label: t('signal.answer'), place }],
        dismiss: 'never',
      };
    });
}

/** S6: a hospital waits for the code that it sent. */
export function linkSignals(requests: readonly LinkRequest[], { patientId, now, t }: Situation): readonly Signal[] {
  const place = { screen: 'link-profile', patientId };
  return requests
    .filter(({ status }) => linkStatusOf(status) === 'waiting')
    .map(({ id, provider, lastModified }) => ({
      id: `mfe-records/S6/${id}`,
      patientId,
      kind: 'ask',
      rank: 10,
      title: t('signal.link'),
      ...(provider === undefined ? {} : { detail: truncate(provider, 2 * NAME) }),
      icon: 'link',
      at: lastModified ?? now.toISOString(),
      expiresAt: nextLook(now),
      sources: [`Task/${id}`],
      place,
      actions: [{ id: 'code', label: t('signal.enterCode'), place }],
      dismiss: 'today',
    }));
}

/** S10: a form that was started but not sent. */
export function formSignals(responses: readonly BegunForm[], { patientId, now, t }: Situation): readonly Signal[] {
  return responses
    .filter(({ status }) => status === 'in-progress')
    .map(({ id, questionnaireId, authored }) => {
      const place =
        questionnaireId === undefined
          ? { screen: 'questionnaire-response-details', params: { id }, patientId }
          : { screen: 'questionnaire-response', params: { questionnaireId }, patientId };
      return {
        id: `mfe-records/S10/${id}`,
        patientId,
        kind: 'due',
        rank: 30,
        title: t('signal.form'),
        icon: 'form',
        at: authored ?? now.toISOString(),
        expiresAt: nextLook(now),
        sources: [`QuestionnaireResponse/${id}`],
        place,
        actions: [{ id: 'continue', label: t('signal.continue'), place }],
        dismiss: 'today',
      };
    });
}
