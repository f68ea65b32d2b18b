import './records-upstream.ts';
import '../phr-booking.test.ts';
