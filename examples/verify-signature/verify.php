<?php
// Verifies a webhook's signature. Reads the body from standard input; exits with 0 if it is valid, with 1 if not.
//
//     WEBHOOK_SECRET=... WEBHOOK_SIGNATURE='sha256=...' php verify.php < body

declare(strict_types=1);

/** True if the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time. */
function is_signed(string $body, string $header, string $secret): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $header);
}

// In a web server the raw bytes are in php://input and the header in $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'].
$body = (string) file_get_contents('php://stdin');
exit(is_signed($body, (string) getenv('WEBHOOK_SIGNATURE'), (string) getenv('WEBHOOK_SECRET')) ? 0 : 1);
