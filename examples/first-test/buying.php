<?php
$sandbox = getenv('ENERGY_SANDBOX_URL');

$call = function (string $method, string $path, ?array $body = null, string $key = '') use ($sandbox): array {
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Content-Type: application/json', "Authorization: Bearer $key"],
        'content' => $body === null ? '' : json_encode($body),
    ]]);
    return json_decode(file_get_contents($sandbox . $path, false, $context), true)['data'];
};

// In PHPUnit, put this into setUp() …
$account = ['clock' => 'manual', 'balance_trx' => 100, 'idle_ttl' => '10m'];
$key = $call('POST', '/_sandbox/accounts', $account)['api_key'];

// … this into the test …
$order = ['external_id' => 'one', 'package_id' => 1, 'address' => 'TSandboxRecipientxxxxxxxxxxxvU7EX1'];
$call('POST', '/api/v1/order/', $order, $key);
$call('POST', '/_sandbox/accounts/me/clock/advance', ['until' => 'order.delegated'], $key);
$status = $call('GET', '/api/v1/status/?external_id=one', null, $key)['status'];
if ($status !== 'delegated') {
    fwrite(STDERR, "expected delegated, got $status\n");
    exit(1);
}

// … and this into tearDown().
$call('DELETE', '/_sandbox/accounts/me', null, $key);
