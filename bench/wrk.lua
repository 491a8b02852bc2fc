-- Arguments: method, path, API key, prefix of unique ids, body or nothing. "@@" in the body becomes a unique id.
local method, path, headers, prefix, body
local n = 0
function init(args)
  method, path, prefix, body = args[1], args[2], args[4], args[5]
  headers = { ["Authorization"] = "Bearer " .. args[3], ["Content-Type"] = "application/json" }
end
function request()
  n = n + 1
  return wrk.format(method, path, headers, body and body:gsub("@@", prefix .. n))
end
