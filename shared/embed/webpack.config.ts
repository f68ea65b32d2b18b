import { embedConfig } from '@phr/build/presets';

export default embedConfig({ dir: import.meta.dirname });
