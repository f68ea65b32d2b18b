import { Notice } from '@phr/ui/notice';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/** A developer who sees her own build is told so as long as she does: nobody else has it, and no gate has looked at it. */
export function OwnBuildsNotice() {
  const t = useT();
  const { offer } = useShell();
  const own = useStore(offer).filter(({ candidates }) => candidates[0]?.why === 'own');
  if (own.length === 0) return null;
  return <Notice bar>{t('module.ownBuild', { modules: own.map(({ name }) => name).join(', ') })}</Notice>;
}
