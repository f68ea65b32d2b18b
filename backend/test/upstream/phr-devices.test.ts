import './records-upstream.ts';
import '../phr-devices.test.ts';
