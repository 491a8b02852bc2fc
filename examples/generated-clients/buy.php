<?php
// Buys Energy with the generated client for PHP. See README.md.
//
//     php buy.php FOLDER    where FOLDER has the generated client

declare(strict_types=1);

use OpenAPI\Client\Api\OrdersApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\OrderRequest;

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const WITHOUT_THE_BALANCE = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

// Composer's autoloader does the same.
require_once 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) use ($argv): void {
    $file = $argv[1] . '/lib' . strtr(substr($class, strlen('OpenAPI\Client')), '\\', '/') . '.php';
    if (str_starts_with($class, 'OpenAPI\Client') && is_file($file)) require $file;
});
// The generated client calls this function, which guzzlehttp/psr7 2 has as a method only.
if (!function_exists('GuzzleHttp\Psr7\build_query')) {
    eval('namespace GuzzleHttp\Psr7; function build_query(array $params) { return Query::build($params); }');
}

function order(string $external_id, string $address): OrderRequest
{
    return new OrderRequest(['external_id' => $external_id, 'package_id' => 1, 'address' => $address]);
}

/** The signature is that of exactly the bytes received. */
function is_signed(string $body, string $header, string $secret): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $header);
}

$configuration = (new Configuration())
    ->setHost((string) getenv('ENERGY_SANDBOX_URL'))
    ->setAccessToken((string) getenv('ENERGY_SANDBOX_API_KEY'));
$orders = new OrdersApi(new GuzzleHttp\Client(), $configuration);

[$placed, $status] = $orders->createOrderWithHttpInfo(order('php-1', RECIPIENT));
echo "placed $status {$placed->getData()->getStatus()}\n";

try {
    $orders->createOrder(order('php-2', WITHOUT_THE_BALANCE));
} catch (ApiException $refused) {
    echo "refused {$refused->getCode()} {$refused->getResponseObject()->getError()}\n";
}

$body = (string) file_get_contents('php://stdin');
$signed = is_signed($body, (string) getenv('WEBHOOK_SIGNATURE'), (string) getenv('ENERGY_SANDBOX_WEBHOOK_SECRET'));
echo 'signed ', $signed ? 'true' : 'false', "\n";
