import { Notice } from '@phr/ui/notice';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/** Shown to developers for as long as they see their own build, which no gate has checked and nobody else sees. */
export function OwnBuildsNotice() {
  const t = useT();
  const { offer } = useShell();
  const own = useStore(offer).filter(({ candidates }) => candidates[0]?.why === 'own');
  if (own.length === 0) return null;
  return <Notice bar>{t('module.ownBuild', { modules: own.map(({ name }) => name).join(', ') })}</Notice>;
}
