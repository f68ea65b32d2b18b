import './records-medplum.ts';
import '../realtime.test.ts';
