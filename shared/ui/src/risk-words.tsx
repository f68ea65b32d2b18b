import type { Level } from './tokens.tsx';
import type { Text } from './ui-text.tsx';

/** The level of a risk in words (RISK-01): "Nguy cơ nhẹ". A reading that lies as far off is called "Ngoài mục tiêu", which says nothing of a risk. */
export function riskWords(level: Level, text: Text): string {
  return text(level === 'mild' || level === 'veryMild' ? `level.risk.${level}` : `level.${level}`);
}
