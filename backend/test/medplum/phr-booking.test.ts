import './records-medplum.ts';
import '../phr-booking.test.ts';
