import { isAppError } from '@phr/contract/app-error';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { WriteError } from '../devices/write-error.view.tsx';
import { commandWords, reasonWords } from './command.words.ts';
import type { CommandState } from './use-hub-command.ts';

/** State of a hub's last command. */
export function CommandStateNotice({ state }: { readonly state: CommandState }) {
  const { t } = useTranslation();
  if (state.step === 'idle') return null;
  const name = commandWords(state.command, t);
  if (state.step === 'not-sent') {
    const reason = reasonWords(isAppError(state.error) ? state.error.code : undefined, t);
    return reason === undefined ? (
      <WriteError error={state.error} />
    ) : (
      <Notice type="error" announce="alert" title={`${name}: ${t('hub.reply.failed')}`}>
        {reason}
      </Notice>
    );
  }
  if (state.step === 'waiting') return <Notice announce="status">{t('hub.waiting', { name })}</Notice>;
  if (state.step === 'success')
    return <Notice type="success" announce="status">{`${name}: ${t('hub.reply.success')}`}</Notice>;
  const reason = state.step === 'failed' ? reasonWords(state.code, t) : t('hub.silent');
  return (
    <Notice type="error" announce="alert" title={`${name}: ${t('hub.reply.failed')}`}>
      {reason}
    </Notice>
  );
}
