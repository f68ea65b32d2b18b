import type { Level } from './tokens.tsx';
import type { Text } from './ui-text.tsx';

/**
 * A risk level in words (RISK-01): "Nguy cơ nhẹ". For a reading the same level is "Ngoài mục tiêu", which implies no
 * risk.
 */
export function riskWords(level: Level, text: Text): string {
  return text(level === 'mild' || level === 'veryMild' ? `level.risk.${level}` : `level.${level}`);
}
