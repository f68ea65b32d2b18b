import { isAppError } from '@phr/contract/app-error';
import { formatDate } from '@phr/fhir/dates';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Actions } from '@phr/ui/page';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import type { Consent } from './consent.entity.ts';
import { actionsOf, type ConsentAction } from './consent-status.entity.ts';
import { answerConsent } from './consents.api.ts';

const QUESTIONS: Readonly<Record<ConsentAction, string>> = {
  accept: 'consent.acceptConfirm',
  reject: 'consent.rejectConfirm',
  deny: 'consent.rejectConfirm',
  revoke: 'consent.revokeConfirm',
  retrieve: 'consent.revokeConfirm',
};

/** Actions on a consent. They are irreversible, so each is confirmed; the displayed state is always the server's. */
export function ConsentAnswers({
  consent,
  now,
  reload,
  onOutdated,
}: {
  readonly consent: Consent;
  readonly now: Date;
  readonly reload: () => Promise<unknown>;
  /** Called with true for an answer that came too late, and false with the next successful one. */
  readonly onOutdated: (isOutdated: boolean) => void;
}) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const queries = useQueryClient();
  const person = usePatient().viewed?.name;

  async function send(action: ConsentAction) {
    try {
      await answerConsent(request, consent, action);
    } catch (error) {
      // answered elsewhere or expired: refetch and say so, as these actions may be gone
      if (isAppError(error) && (error.code === 'INVALID_TRANSITION' || error.code === 'CONFLICT')) {
        onOutdated(true);
        await reload();
      }
      throw error;
    }
  }
  const done = () => {
    onOutdated(false);
    notify.show({ type: 'success', title: t('toast.consentUpdate') });
    void queries.invalidateQueries({ queryKey: ['list'] });
  };
  const name = consent.provider ?? t('consent.providerUnknown');
  return (
    <Actions>
      {actionsOf(consent, now).map((action) => (
        <Confirmed
          key={action}
          question={t(QUESTIONS[action], { name })}
          verb={t(`consent.${action}`)}
          person={person}
          danger={action !== 'accept'}
          about={t(
            action !== 'accept'
              ? 'consent.final'
              : consent.end === undefined
                ? 'consent.acceptOpen'
                : 'consent.acceptUntil',
            { end: formatDate(consent.end) },
          )}
          send={() => send(action)}
          onDone={done}
        >
          {(ask) => (
            <Button variant={action === 'accept' ? 'primary' : 'secondary'} onClick={ask}>
              {t(`consent.${action}`)}
            </Button>
          )}
        </Confirmed>
      ))}
    </Actions>
  );
}
