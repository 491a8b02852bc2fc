<?php
/* Runs the receiver with an account of the sandbox: energy-sandbox exec -- php test.php */
declare(strict_types=1);

$url = getenv('ENERGY_SANDBOX_URL');
$port = (int) (getenv('PORT') ?: 0) ?: freePort();
$receiver = "http://127.0.0.1:$port";
$folder = sys_get_temp_dir() . '/php-receiver-' . getmypid();
$secret = 'whsec_php_receiver_test';

/** All that the test needs of the sandbox besides the service itself. For another sandbox, change these functions. */
function createAccount(string $url, string $webhook, string $secret): array
{
    $options = ['clock' => 'manual', 'name' => 'php', 'webhook_url' => $webhook, 'webhook_secret' => $secret];
    return call('POST', "$url/_sandbox/accounts", $options)['data'];
}

function advance(string $url, string $account): void
{
    call('POST', "$url/_sandbox/accounts/$account/clock/advance", ['until' => 'idle']);
}

function order(string $url, string $key, string $id): void
{
    $body = ['external_id' => $id, 'package_id' => 1, 'address' => 'TSandboxRecipientxxxxxxxxxxxvU7EX1', 'duration_minutes' => 60];
    for ($attempt = 1; $attempt <= 4; $attempt++) {
        $answer = call('POST', "$url/api/v1/order/", $body, ["Authorization: Bearer $key"]);
        // An order that was refused stays refused until something changes.
        $isTemporary = in_array($answer['error'] ?? 'NO_ANSWER', ['NO_ANSWER', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED'], true);
        if (($answer['success'] ?? false) || !$isTemporary) {
            return;
        }
        sleep(1);
    }
}

function call(string $method, string $url, ?array $body = null, array $headers = []): ?array
{
    $http = ['method' => $method, 'ignore_errors' => true, 'timeout' => 30, 'content' => json_encode($body),
        'header' => [...$headers, 'Content-Type: application/json', 'Connection: close']];
    $text = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    return $text === false ? null : json_decode($text, true);
}

function check(string $what, mixed $expected, mixed $actual): void
{
    global $failed;
    $isSame = $expected === $actual;
    $failed = $failed || !$isSame;
    echo $isSame ? "ok - $what\n" : "not ok - $what: expected " . json_encode($expected) . ', got ' . json_encode($actual) . "\n";
}

function freePort(): int
{
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    $name = stream_socket_get_name($socket, false);
    fclose($socket);
    return (int) substr($name, strrpos($name, ':') + 1);
}

$environment = [...getenv(), 'DATA' => $folder, 'ENERGY_SANDBOX_WEBHOOK_SECRET' => $secret];
$command = [PHP_BINARY, '-S', "127.0.0.1:$port", __DIR__ . '/receiver.php'];
$quiet = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']];
$process = proc_open($command, $quiet, $pipes, __DIR__, $environment);
for ($i = 0; $i < 200 && !@fsockopen('127.0.0.1', $port); $i++) {
    usleep(25000);
}

$failed = false;
$account = createAccount($url, "$receiver/webhooks", $secret);
order($url, $account['api_key'], 'sale-1');
advance($url, $account['name']);
check('an order is followed to its end', 'completed', call('GET', "$receiver/orders/sale-1")['status'] ?? null);
order($url, $account['api_key'], 'sale-2');
advance($url, $account['name']);
check('and the next one', 'completed', call('GET', "$receiver/orders/sale-2")['status'] ?? null);
$forged = ['event' => 'order.failed', 'event_id' => 'x', 'data' => []];
call('POST', "$receiver/webhooks", $forged, ['X-Webhook-Signature: sha256=00']);
check('a forged webhook changes nothing', 'completed', call('GET', "$receiver/orders/sale-2")['status'] ?? null);

proc_terminate($process);
exit($failed ? 1 : 0);
